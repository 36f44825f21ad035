import { picture, tones } from './files.ts'

const password = 'password of the demo'
export const accounts = {
  admin: { name: 'Demo admin', email: 'admin@demo.test', password },
  keeper: { name: 'Demo keeper', email: 'keeper@demo.test', password },
  moderator: { name: 'Demo moderator', email: 'moderator@demo.test', password },
  seller: { name: 'Demo seller', email: 'seller@demo.test', password },
  member: { name: 'Demo member', email: 'member@demo.test', password },
  newcomer: { name: 'Demo newcomer', email: 'newcomer@demo.test', password },
}

type Who = keyof typeof accounts
type Created = { id: string; updatedAt: string }
type Session = { token: string; user: { id: string } }
type Send = <Answer = Created>(who: Who, method: string, path: string, body?: object) => Promise<Answer>

/** Fills a site over its API as its people would. Everything in it is artificial. */
export async function fill(url: string): Promise<void> {
  const send = await enterAll(url)
  await writeArticles(send)
  await shareMedia(send)
  await announceEvents(send)
  await addLanguage(send)
  await addTraditions(send)
  const artifacts = await addArtifacts(send)
  await sellAndOrder(send)
  await keepAndModerate(send, artifacts)
}

/** Registers everybody, gives them their roles, and returns a function that sends a request as one of them. */
async function enterAll(url: string): Promise<Send> {
  const tokens = new Map<Who, string>()
  const send: Send = async (who, method, path, body) => {
    const token = tokens.get(who)
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const roles: Partial<Record<Who, string[]>> = { keeper: ['keeper'], moderator: ['moderator'], seller: ['seller'] }
  for (const who of Object.keys(accounts) as Who[]) {
    const { name, ...login } = accounts[who]
    const isNew = who !== 'admin'
    const path = isNew ? '/auth/register' : '/auth/login'
    const { token, user } = await send<Session>(who, 'POST', path, isNew ? { name, ...login } : login)
    tokens.set(who, token)
    if (who === 'seller' || who === 'member')
      await send(who, 'PUT', '/auth/profile', { firstName: 'Demo', lastName: who, email: login.email, ...about(who) })
    if (roles[who]) await send('admin', 'PATCH', `/members/${user.id}`, { roles: roles[who] })
  }
  return send
}

const about = (who: Who) => ({
  place: `Place of the ${who}`,
  bio: `What the demo ${who} says about themselves.`,
  socialLinks: { facebook: `https://facebook.example/${who}` },
})

const day = 24 * 60 * 60 * 1000
const inDays = (days: number, hour = 10) =>
  new Date(Math.floor((Date.now() + days * day) / day) * day + hour * 3_600_000).toISOString()

/** Returns artificial sentences; `number` varies how many. */
function sentences(about: string, number: number): string {
  const all = [
    `This sentence stands where the text about ${about} will be.`,
    'It is artificial, like everything on this site.',
    'A second paragraph would say more, and name its sources.',
    'A longer sentence, which runs over several lines on a small phone, shows how the letters, the spacing and the line breaks look in real use.',
    'The last one is short.',
  ]
  return all.slice(0, 2 + (number % 4)).join(' ')
}

function prose(about: string, number: number): string {
  const part = () => `<p>${sentences(about, number)}</p>`
  return `${part()}<h2>Heading in ${about}</h2>${part()}<ul><li>First item</li><li>Second item</li></ul><blockquote><p>A quotation of nobody.</p></blockquote>${part()}`
}

const times = <T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> =>
  // One after the other, so that the newest is the last.
  Array.from({ length: count }, (_, at) => at + 1).reduce<Promise<T[]>>(
    async (before, number) => [...(await before), await make(number)],
    Promise.resolve([]),
  )

const writers = ['member', 'keeper', 'moderator', 'seller'] as const
const writer = (number: number): Who => writers[number % writers.length] ?? 'member'

async function writeArticles(send: Send) {
  const categories = ['Culture', 'History', 'Traditions', 'Language', 'Community']
  const articles = await times(14, async (number) =>
    send(writer(number), 'POST', '/articles', {
      title:
        number === 5 ? `Title of a long article ${'that goes on '.repeat(8)}to the end` : `Title of article ${number}`,
      category: categories[number % categories.length],
      content: prose(`article ${number}`, number),
      tags: [`topic ${number % 3}`, `topic ${number % 5}`],
      visibility: number % 6 === 0 ? 'members' : 'public',
      ...(number % 3 !== 0 && { coverImage: await picture(number, `Picture of article ${number}`) }),
    }),
  )
  for (const article of articles.slice(0, 5)) await send('newcomer', 'PUT', `/articles/${article.id}/like`)
}

async function shareMedia(send: Send) {
  await times(12, async (number) =>
    send(writer(number), 'POST', '/media', {
      title: number % 2 ? `Recording ${number}` : `Picture ${number}`,
      link: number % 2 ? tones(number) : await picture(number, `Picture ${number}`),
      description: sentences(`media ${number}`, number),
      tags: [`topic ${number % 4}`],
      visibility: 'public',
      place: `Place ${number % 3}`,
      ...(number % 2 && {
        language: 'English',
        transcript: 'Eight tones, one after the other.',
        speakers: [`Speaker ${number}`],
        recordedAt: `20${10 + number}-05-0${1 + (number % 9)}`,
      }),
    }),
  )
}

async function announceEvents(send: Send) {
  const types = ['in-person', 'virtual', 'hybrid']
  await times(8, async (number) => {
    const event = await send(writer(number), 'POST', '/events', {
      title: `Event ${number}`,
      type: types[number % types.length],
      category: number % 2 ? 'community' : 'educational',
      location: `Location ${number}`,
      description: sentences(`event ${number}`, number),
      startDate: inDays(number === 1 ? 0 : (number - 2) * 9, 7 + number),
      endDate: inDays(number === 1 ? 0 : (number - 2) * 9, 9 + number),
      schedule: [
        { time: '10:00', title: 'First part' },
        { time: '11:30', title: 'Second part', description: 'With a note.' },
      ],
      capacity: number % 2 ? 5 : null,
      visibility: 'public',
      ...(number % 2 && { coverImage: await picture(number + 20, `Picture of event ${number}`) }),
    })
    if (number > 3)
      await send('newcomer', 'POST', `/events/${event.id}/registration`, {
        ...{ fullName: accounts.newcomer.name, email: accounts.newcomer.email, phone: '+254700000000', showMe: true },
      })
  })
}

async function addLanguage(send: Send) {
  await times(5, (number) =>
    send(writer(number), 'POST', '/poems', {
      title: `Title of poem ${number}`,
      original: `Line one of poem ${number}\nLine two\n\nLine one of the second stanza\nLine two`,
      translation: 'A translation of line one\nand of line two',
      poet: `Poet ${number}`,
      visibility: 'public',
      ...(number % 2 && { recording: tones(number, 12) }),
    }),
  )
  await times(5, (number) =>
    send(writer(number), 'POST', '/proverbs', {
      original: `Artificial saying ${number}`,
      translation: `Translation of saying ${number}`,
      meaning: sentences(`saying ${number}`, number),
      visibility: 'public',
    }),
  )
  await times(4, async (number) =>
    send(writer(number), 'POST', '/vocabulary', {
      form: `artificial form ${number}`,
      english: `artificial gloss ${number}`,
      meaning: sentences(`form ${number}`, number),
      partOfSpeech: 'noun',
      visibility: 'public',
      ...(number % 2 && { picture: await picture(number + 40, `Picture of form ${number}`) }),
      ...(number % 2 === 0 && { pronunciation: tones(number, 2) }),
    }),
  )
}

async function addTraditions(send: Send) {
  const sections = ['communication', 'practice', 'story', 'social-structure', 'ceremony', 'ritual', 'custom']
  for (const [at, section] of sections.entries())
    await times(3, async (number) =>
      send('keeper', 'POST', '/heritage', {
        section,
        title: `Title of ${section} ${number}`,
        summary: sentences(section, number),
        body: prose(section, number),
        place: `Place ${number}`,
        narrator: `Narrator ${number}`,
        visibility: 'public',
        deceased: section === 'ritual' && number === 1,
        ...(number !== 2 && { cover: await picture(at * 3 + number, `Picture of ${section} ${number}`) }),
        ...(number === 1 && { media: [{ url: tones(at + 1), caption: 'Eight tones' }], labels: ['attribution'] }),
      }),
    )
  await send('keeper', 'PUT', '/introductions/ceremonies', {
    ...{ body: '<p>This introduction stands where keepers describe the ceremonies.</p>', updatedAt: null },
  })
  await send('member', 'POST', '/suggestions', { section: 'stories', text: 'A story that a member suggests.' })
}

async function addArtifacts(send: Send): Promise<Created[]> {
  const artifacts = await times(6, async (number) =>
    send('keeper', 'POST', '/artifacts', {
      name: `Artifact ${number}`,
      localName: `Local name ${number}`,
      description: sentences(`artifact ${number}`, number),
      materials: [`Material ${number % 2}`],
      use: 'Artificial use',
      maker: `Maker ${number}`,
      period: `${19 + (number % 2)}th century`,
      dimensions: '10 × 20 cm',
      heldAt: 'Artificial museum',
      visibility: 'public',
      images: [
        {
          url: await picture(number + 60, `Artifact ${number}, front`, 900, 900),
          alt: `Drawing of artifact ${number}`,
        },
        { url: await picture(number + 61, `Artifact ${number}, back`, 900, 900), alt: 'From behind' },
      ],
    }),
  )
  await times(3, async (number) =>
    send('keeper', 'POST', '/conservation', {
      title: `Conservation record ${number}`,
      condition: ['good', 'fair', 'poor'][number - 1],
      phase: ['planned', 'under way', 'done'][number - 1],
      artifactId: artifacts[number - 1]?.id,
      threat: 'Artificial threat',
      treatment: sentences('the treatment', number),
      conservator: `Conservator ${number}`,
      visibility: 'public',
      images: [{ url: await picture(number + 80, 'Before'), role: 'before' }],
    }),
  )
  return artifacts
}

async function sellAndOrder(send: Send) {
  const sections = ['crafts', 'clothing', 'jewellery', 'household', 'instruments', 'books']
  const products = await times(7, async (number) =>
    send('seller', 'POST', '/products', {
      name: `Product ${number}`,
      price: 25_000 * number,
      stock: number === 3 ? 0 : 4 * number,
      description: sentences(`product ${number}`, number),
      section: sections[number % sections.length],
      visibility: 'public',
      images: [
        { url: await picture(number + 100, `Product ${number}`, 900, 900), alt: `Drawing of product ${number}` },
      ],
    }),
  )
  await send('member', 'POST', '/orders', {
    ...{ items: [{ productId: products[0]?.id, quantity: 2 }], delivery: 'collection', phone: '+254700000000' },
    payment: { method: 'cash' },
  })
}

/** Leaves something in each of the keepers' and moderators' lists. */
async function keepAndModerate(send: Send, [artifact]: Created[]) {
  const [returned, reported, hidden] = await times(3, (number) =>
    send('member', 'POST', '/proverbs', { original: `Artificial saying for the desk ${number}`, visibility: 'public' }),
  )
  if (!artifact || !returned || !reported || !hidden) throw new Error('an entry is missing')
  await send('keeper', 'POST', `/keepers/queue/${returned.id}/return`, {
    ...{ updatedAt: returned.updatedAt, reason: 'Please add a translation.' },
  })
  await send('newcomer', 'POST', '/reports', { entryId: reported.id, reason: 'mistake', words: 'Artificial report.' })
  await send('moderator', 'PATCH', `/proverbs/${hidden.id}`, { state: 'hidden', reason: 'Artificial reason.' })
  await send('keeper', 'POST', `/entries/${artifact.id}/consents`, {
    ...{ people: ['Person in the picture'], givenBy: 'Person in the picture', how: 'spoken', purposes: ['public'] },
    givenAt: '2026-01-01',
  })
  await send('keeper', 'POST', '/groups', { name: 'Artificial group', about: 'Members of the demo.' })
}
