import { setTimeout as sleep } from 'node:timers/promises'
import { type PageKind, pageOf } from '#content/entry/address.ts'
import { film, picture, tones } from './files.ts'
import { accounts, type Created, enterAll, type People, type Send, type Site, type Who } from './people.ts'
import { prose, sentences } from './words.ts'

export type Filled = {
  people: People
  /** The public page of each entry that guests can read. */
  pages: string[]
  /** Pages of entries that members can read and guests can't. */
  membersOnly: string[]
}

/** The API's list of each type. `demo.test.ts` fails if a type is missing here. */
const lists = {
  article: 'articles',
  artifact: 'artifacts',
  conservation: 'conservation',
  event: 'events',
  heritage: 'heritage',
  media: 'media',
  poem: 'poems',
  product: 'products',
  proverb: 'proverbs',
  vocabulary: 'vocabulary',
} as const satisfies Partial<Record<PageKind, string>>

/** Posts an entry, public unless `body` says otherwise, and records its page. */
type Add = (who: Who, type: keyof typeof lists, body: Record<string, unknown>) => Promise<Created>
type Client = { send: Send; add: Add }

/**
 * Fills a site through its API as people would, with every kind and variant of entry: some have most fields, some only
 * a few. All content is artificial and, except for dates, the same each time. Videos need ffmpeg. The site goes on
 * making copies of the files afterwards (`copiesMade`). Throws the signal's reason when it is aborted.
 * @param onEntry is called after each entry
 */
export async function fill(site: Site, signal?: AbortSignal, onEntry?: () => void): Promise<Filled> {
  const { people, send } = await enterAll(site, signal)
  const pages: string[] = []
  const membersOnly: string[] = []
  const add: Add = async (who, type, body) => {
    const entry = await send(who, 'POST', `/${lists[type]}`, { visibility: 'public', ...body })
    const pageList = body.visibility === 'members' ? membersOnly : pages
    pageList.push(pageOf({ type, id: entry.id }))
    onEntry?.()
    return entry
  }
  const client = { send, add }
  await writeArticles(client)
  await shareMedia(client)
  const events = await announceEvents(client)
  const word = await addLanguage(client)
  await addTraditions(client)
  const artifacts = await addArtifacts(client, people.speaker)
  await sellAndOrder(client, people.speaker)
  await keepAndModerate(client, { artifacts, word, people })
  await talk(client, events)
  return { people, pages, membersOnly }
}

/** Resolves when the pictures on these pages and, unless `onlyPictures`, all recordings and videos have their copies. */
export async function copiesMade(
  { url }: Site,
  { pages, people }: Filled,
  { onlyPictures = false, signal }: { onlyPictures?: boolean; signal?: AbortSignal } = {},
) {
  const files = new Set<string>()
  for (const page of pages)
    for (const [file] of (await (await fetch(url + page)).text()).matchAll(/\/files\/[0-9a-f-]{36}/g)) files.add(file)
  // The server answers 202 for a picture without copies, but sends a recording without tags in place of its copy.
  const isWaiting = [...files].map((file) => async () => (await fetch(url + file, { method: 'HEAD' })).status === 202)
  const headers = { authorization: `Bearer ${people.admin.token}` }
  for (const page of onlyPictures ? [] : pages.filter((page) => page.startsWith('/media/')))
    isWaiting.push(async () => {
      const media = (await (await fetch(`${url}/api${page}`, { headers })).json()) as Media
      return media.processing?.state === 'pending'
    })
  for (const waits of isWaiting) while (await waits()) await sleep(200, undefined, { signal })
}

type Media = { processing: { state: string } | null }

const day = 24 * 60 * 60 * 1000
const inDays = (days: number, hour = 10) =>
  new Date(Math.floor((Date.now() + days * day) / day) * day + hour * 3_600_000).toISOString()

const times = <T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> =>
  // The entries are made one after the other, so that the last is the newest.
  Array.from({ length: count }, (_, at) => at + 1).reduce<Promise<T[]>>(
    async (before, number) => [...(await before), await make(number)],
    Promise.resolve([]),
  )

const writers = ['member', 'keeper', 'writer', 'moderator', 'speaker', 'seller'] as const
const writer = (number: number): Who => writers[number % writers.length] ?? 'member'

async function writeArticles({ send, add }: Client) {
  const categories = ['Culture', 'History', 'Traditions', 'Language', 'Community']
  await add('writer', 'article', { title: 'Short', category: 'A category of one’s own', content: '<p>Short.</p>' })
  const recording = { title: 'Title of an article with a recording', category: 'History', coverImage: tones(3) }
  await add('speaker', 'article', { ...recording, content: prose('the recording', 1) })
  const video = await film(3)
  if (video)
    await add('speaker', 'article', {
      ...{ title: 'Title of an article with a video', category: 'History', coverImage: video },
      content: prose('the video', 1),
    })
  const articles = await times(14, async (number) => {
    const tongue = number % 4 === 0 ? 'sw' : 'en'
    const title = tongue === 'sw' ? `Kichwa cha makala ${number}` : `Title of article ${number}`
    return add(writer(number), 'article', {
      title: number === 5 ? `Title of a long article ${'that goes on '.repeat(8)}to the end` : title,
      category: categories[number % categories.length],
      content: prose(tongue === 'sw' ? `makala ${number}` : `article ${number}`, number, {
        tongue,
        long: number === 5,
      }),
      tags: [`topic ${number % 3}`, `topic ${number % 5}`],
      ...(number % 6 === 0 && { visibility: 'members' }),
      ...(number % 3 !== 0 && { coverImage: await picture(number, `Picture of article ${number}`) }),
    })
  })
  for (const { id } of articles.slice(0, 5)) await send('newcomer', 'PUT', `/articles/${id}/like`)
}

async function shareMedia({ send, add }: Client) {
  const links: [name: string, make: (number: number) => Promise<string | undefined>][] = [
    ['Picture', (number) => picture(number, `Picture ${number}`)],
    ['Recording', async (number) => tones(number)],
    ['Video', film],
  ]
  for (const [name, make] of links)
    await times(name === 'Video' ? 2 : 4, async (number) => {
      const link = await make(number)
      if (!link) return
      // The first of each kind has only a title.
      if (number === 1) return void (await add('speaker', 'media', { title: `${name} without a word`, link }))
      const hasSound = name !== 'Picture'
      const media = await add(writer(number), 'media', {
        title: `${name} ${number}`,
        link,
        description: sentences(`${name.toLowerCase()} ${number}`, number),
        tags: [`topic ${number % 4}`],
        place: `Place ${number % 3}`,
        ...(hasSound && {
          language: number % 2 ? 'English' : 'Kiswahili',
          transcript: 'Eight tones, one after the other.',
          translation: 'A translation of the eight tones.',
          speakers: [`Speaker ${number}`],
          recordedAt: `20${10 + number}-05-0${1 + (number % 9)}`,
        }),
      })
      const words = { language: 'en', text: 'Tones, as somebody else transcribed them.', translation: 'A translation.' }
      if (hasSound && number === 2) await send('keeper', 'POST', `/media/${media.id}/transcripts`, words)
    })
}

async function announceEvents({ send, add }: Client): Promise<Created[]> {
  const types = ['in-person', 'virtual', 'hybrid']
  const plain = { category: 'community', location: 'Location', description: 'Short.' }
  for (const type of types)
    await add('writer', 'event', {
      ...{ ...plain, title: `Short ${type} event`, type, startDate: inDays(40), endDate: inDays(40, 12) },
    })
  return times(8, async (number) => {
    const event = await add(writer(number), 'event', {
      title: number === 6 ? 'Kichwa cha tukio' : `Event ${number}`,
      type: types[number % types.length],
      category: number % 2 ? 'community' : 'educational',
      location: `Location ${number}`,
      venue: `Venue ${number}`,
      address: 'Artificial address',
      mapUrl: 'https://map.example.org/',
      description: sentences(`event ${number}`, number, number === 6 ? 'sw' : 'en'),
      startDate: inDays(number === 1 ? 0 : (number - 2) * 9, 7 + number),
      endDate: inDays(number === 1 ? 0 : (number - 2) * 9, 9 + number),
      schedule: [
        { time: '10:00', title: 'First part' },
        { time: '11:30', title: 'Second part', description: 'With a note.' },
      ],
      capacity: number % 2 ? 5 : null,
      tags: [`topic ${number % 3}`],
      ...(number === 7 && { visibility: 'members' }),
      ...(number % 2 && { coverImage: await picture(number + 20, `Picture of event ${number}`) }),
    })
    if (number > 3) for (const who of ['newcomer', 'member'] as const) await register(send, who, event)
    return event
  })
}

async function register(send: Send, who: 'member' | 'newcomer', { id }: Created) {
  const { name, email } = accounts[who]
  await send(who, 'POST', `/events/${id}/registration`, {
    ...{ fullName: name, email, phone: '+254700000000', showMe: true },
  })
}

async function addLanguage({ add }: Client): Promise<Created> {
  await add('writer', 'poem', { title: 'Short poem', original: 'One line' })
  await times(5, (number) =>
    add(writer(number), 'poem', {
      title: `Title of poem ${number}`,
      original: `Line one of poem ${number}\nLine two\n\nLine one of the second stanza\nLine two`,
      translation: 'A translation of line one\nand of line two',
      poet: `Poet ${number}`,
      ...(number % 2 && { recording: tones(number, 12) }),
    }),
  )
  await add('writer', 'proverb', { original: 'Short artificial saying' })
  await times(5, (number) =>
    add(writer(number), 'proverb', {
      original: `Artificial saying ${number}`,
      translation: `Translation of saying ${number}`,
      meaning: sentences(`saying ${number}`, number),
      ...(number === 2 && { recording: tones(number, 4) }),
    }),
  )
  await add('writer', 'vocabulary', { form: 'short artificial form', english: 'artificial gloss' })
  const words = await times(4, async (number) =>
    add(writer(number), 'vocabulary', {
      form: `artificial form ${number}`,
      english: `artificial gloss ${number}`,
      meaning: sentences(`form ${number}`, number),
      example: { form: `artificial form ${number} in use`, english: `Artificial example ${number}` },
      partOfSpeech: 'noun',
      ...(number % 2 && { picture: await picture(number + 40, `Picture of form ${number}`) }),
      ...(number % 2 === 0 && { pronunciation: tones(number, 2) }),
    }),
  )
  return first(words)
}

async function addTraditions({ send, add }: Client) {
  const sections = ['communication', 'practice', 'story', 'social-structure', 'ceremony', 'ritual', 'custom']
  for (const [at, section] of sections.entries()) {
    await add('keeper', 'heritage', { section, title: `Short ${section}` })
    await times(3, async (number) =>
      add('keeper', 'heritage', {
        section,
        title: `Title of ${section} ${number}`,
        summary: sentences(section, number),
        body: prose(section, number),
        place: `Place ${number}`,
        narrator: `Narrator ${number}`,
        deceased: section === 'ritual' && number === 1,
        ...(number !== 2 && { cover: await picture(at * 3 + number, `Picture of ${section} ${number}`) }),
        ...(number === 1 && { media: [{ url: tones(at + 1), caption: 'Eight tones' }], labels: ['attribution'] }),
        ...(number === 3 && { labels: ['verified', 'noncommercial', 'seasonal'] }),
      }),
    )
  }
  await send('keeper', 'PUT', '/introductions/ceremonies', {
    ...{ body: '<p>This is an artificial introduction. Keepers describe the ceremonies here.</p>', updatedAt: null },
  })
  await send('member', 'POST', '/suggestions', { section: 'stories', text: 'A story that a member suggests.' })
}

async function addArtifacts({ add }: Client, maker: { id: string }): Promise<Created[]> {
  await add('keeper', 'artifact', { name: 'Artifact with only a name' })
  const artifacts = await times(6, async (number) =>
    add('keeper', 'artifact', {
      name: `Artifact ${number}`,
      localName: `Local name ${number}`,
      description: sentences(`artifact ${number}`, number),
      materials: [`Material ${number % 2}`],
      use: 'Artificial use',
      ...(number === 2 ? { makerId: maker.id } : { maker: `Maker ${number}` }),
      period: `${19 + (number % 2)}th century`,
      dimensions: '10 × 20 cm',
      heldAt: 'Artificial museum',
      images: [
        {
          url: await picture(number + 60, `Artifact ${number}, front`, 600, 600),
          alt: `Drawing of artifact ${number}`,
        },
        { url: await picture(number + 61, `Artifact ${number}, back`, 600, 600) },
      ],
    }),
  )
  await add('keeper', 'conservation', { title: 'Record with only a condition', condition: 'lost' })
  await times(3, async (number) =>
    add('keeper', 'conservation', {
      title: `Conservation record ${number}`,
      condition: ['good', 'fair', 'poor'][number - 1],
      phase: ['planned', 'under way', 'done'][number - 1],
      artifactId: artifacts[number - 1]?.id,
      threat: 'Artificial threat',
      treatment: sentences('the treatment', number),
      conservator: `Conservator ${number}`,
      startedAt: '2026-01-12',
      ...(number === 3 && { finishedAt: '2026-02-12' }),
      images: [
        { url: await picture(number + 80, 'Before'), role: 'before' },
        { url: await picture(number + 81, 'After'), role: 'after' },
      ],
    }),
  )
  return artifacts
}

async function sellAndOrder({ send, add }: Client, maker: { id: string }) {
  const sections = ['crafts', 'clothing', 'jewellery', 'household', 'instruments', 'books']
  await add('seller', 'product', { name: 'Product with only a price', price: 5000, stock: 1 })
  const products = await times(7, async (number) =>
    add('seller', 'product', {
      name: `Product ${number}`,
      price: 25_000 * number,
      stock: number === 3 ? 0 : 4 * number,
      description: sentences(`product ${number}`, number),
      section: sections[number % sections.length],
      ...(number === 2 ? { makerId: maker.id } : { maker: `Maker ${number}` }),
      images: [
        { url: await picture(number + 100, `Product ${number}`, 600, 600), alt: `Drawing of product ${number}` },
      ],
    }),
  )
  await send('member', 'POST', '/orders', {
    ...{ items: [{ productId: first(products).id, quantity: 2 }], delivery: 'collection', phone: '+254700000000' },
    payment: { method: 'cash' },
  })
}

type DemoData = { artifacts: Created[]; word: Created; people: People }

/** Adds something to each list of keepers and moderators, and entries that not everybody may see. */
async function keepAndModerate({ send, add }: Client, { artifacts, word, people }: DemoData) {
  const artifact = first(artifacts)
  await send('keeper', 'POST', `/entries/${artifact.id}/links`, { relation: 'relation', to: word.id })
  const saying = (number: number) => ({ original: `Artificial saying for review ${number}` })
  const returned = await send('member', 'POST', '/proverbs', { ...saying(1), visibility: 'public' })
  await send('keeper', 'POST', `/keepers/queue/${returned.id}/return`, {
    ...{ updatedAt: returned.updatedAt, reason: 'Please add a translation.' },
  })
  const reported = await add('member', 'proverb', saying(2))
  await send('newcomer', 'POST', '/reports', { entryId: reported.id, reason: 'mistake', words: 'Artificial report.' })

  const hidden = await send('member', 'POST', '/proverbs', { ...saying(3), visibility: 'public' })
  await send('moderator', 'PATCH', `/proverbs/${hidden.id}`, { state: 'hidden', reason: 'Artificial reason.' })
  // This article is hidden for a while and then shown again.
  const text = { category: 'Culture', content: prose('an article that was hidden', 1) }
  const restored = await add('member', 'article', { ...text, title: 'Title of an article that was hidden' })
  await send('moderator', 'PATCH', `/articles/${restored.id}`, { state: 'hidden', reason: 'Artificial reason.' })
  await send('moderator', 'PATCH', `/articles/${restored.id}`, { state: 'published' })

  const group = await send('keeper', 'POST', '/groups', { name: 'Artificial group', about: 'Members of the demo.' })
  await send('keeper', 'PUT', `/groups/${group.id}/members/${people.reader.id}`)
  const forGroup = { section: 'custom', title: 'Title of a custom for a group', groups: [group.id] }
  await send('keeper', 'POST', '/heritage', { ...forGroup, visibility: 'public' })

  const agreed = { people: ['Person in the picture'], givenBy: 'Person in the picture', how: 'spoken' }
  const consent = { ...agreed, purposes: ['public'], givenAt: '2026-01-01' }
  await send('keeper', 'POST', `/entries/${artifact.id}/consents`, consent)
  // Consent for this entry is withdrawn, which deletes the entry.
  const gone = { section: 'custom', title: 'Title of a withdrawn custom', visibility: 'public' }
  const withdrawn = await send('keeper', 'POST', '/heritage', gone)
  const given = await send('keeper', 'POST', `/entries/${withdrawn.id}/consents`, consent)
  await send('keeper', 'POST', `/consents/${given.id}/withdrawal`, { reason: 'Artificial reason.' })

  for (const [title, kind] of [
    ['Title of a draft', 'poem'],
    ['', 'event'],
  ])
    await send('member', 'PUT', `/drafts/${crypto.randomUUID()}`, {
      ...{ kind, title, fields: { values: { title }, files: {} }, deviceId: crypto.randomUUID() },
    })
}

/** Posts a comment, a reply and a voice note under an event. */
async function talk({ send }: Client, events: Created[]) {
  const path = `/entries/${first(events).id}/comments`
  const opening = await send('reader', 'POST', path, { text: 'A comment with a question.' })
  await send('member', 'POST', path, { text: 'A reply.', parentId: opening.id })
  await send('speaker', 'POST', path, { text: '', voice: tones(5, 4) })
}

function first(entries: Created[]): Created {
  const [entry] = entries
  if (!entry) throw new Error('an entry is missing')
  return entry
}
