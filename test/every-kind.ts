import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMail } from '#test/harness.ts'
import { admin, type RunningSite } from '#test/running-site.ts'
import { phonePhoto, sound, video } from '#test/samples.ts'
import { until } from '#test/until.ts'

// Fills a running site with public entries of every kind and variant, each once with all fields and once with the
// fewest.

/** A signed-in account: the bearer for the API, the cookie for pages. */
export type Member = { id: string; name: string; email: string; password: string; token: string; cookie: string }
type Created = { id: string; updatedAt: string }
export type Filled = {
  admin: Member
  member: Member
  /** The public page of each public entry. */
  pages: string[]
  /** Pages of entries that only members can read. */
  membersOnly: string[]
}

/** Posts `body` as `by`, or as a guest, and returns the answer. Throws if the site refuses it. */
export async function send<T = Created>(
  site: RunningSite,
  by: Member | null,
  method: string,
  path: string,
  body: object,
): Promise<T> {
  const answer = await fetch(site.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(by && { authorization: `Bearer ${by.token}` }) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

async function enter(site: RunningSite, path: string, account: { email: string; password: string; name?: string }) {
  const answer = await fetch(site.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  const { token, user } = (await answer.json()) as { token: string; user: { id: string; name: string } }
  const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0])
  return { ...account, id: user.id, name: user.name, token, cookie: cookie.join('; ') }
}

/** Logs in as the admin, who is a keeper, moderator and seller as well. */
export function enterAsAdmin(site: RunningSite): Promise<Member> {
  return enter(site, '/api/auth/login', admin)
}

/** Registers a member and confirms their email with the mailed link. */
export async function enterAsMember(site: RunningSite, name = 'Sample Member'): Promise<Member> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@site.test`
  const member = await enter(site, '/api/auth/register', { name, email, password: 'Sample password 1!' })
  const token = await until(
    () => mailsTo(site, email).find((mail) => mail.token)?.token,
    `a mail with a link to ${email}`,
  )
  await send(site, null, 'POST', '/api/auth/verify-email', { token })
  return member
}

/** Returns the mails in the site's outbox folder, optionally those to one address. */
export function mailsTo(site: RunningSite, email?: string) {
  const outbox = join(site.dataDir, 'outbox')
  const names = readdirSync(outbox).filter((name) => name.endsWith('.eml'))
  const mails = names.sort().map((name) => readMail(readFileSync(join(outbox, name), 'utf8')))
  return mails.filter(({ to }) => !email || to === email)
}

const week = 7 * 24 * 60 * 60 * 1000
const sections = ['communication', 'practice', 'story', 'social-structure', 'ceremony', 'ritual', 'custom']

/** Fills the site, and makes it send every kind of mail with a link. */
export async function fillWithEveryKind(site: RunningSite): Promise<Filled> {
  const keeper = await enterAsAdmin(site)
  const member = await enterAsMember(site)
  const pages: string[] = []
  const picture = dataUrl('image/jpeg', await phonePhoto(60, 40))
  const voice = dataUrl('audio/mpeg', sound(4000))
  const film = dataUrl('video/mp4', video(4000))
  const of = (by: Member, list: string, page: string) => async (body: object) => {
    const entry = await send(site, by, 'POST', `/api/${list}`, { visibility: 'public', ...body })
    pages.push(`${page}/${entry.id}`)
    return entry
  }
  const tags = ['sample tag', 'another']

  const artifact = of(keeper, 'artifacts', '/artifacts')
  await artifact({ name: 'Sample bare artifact' })
  const drum = await artifact({
    name: 'Sample artifact',
    localName: 'Sample local name',
    description: 'Sample description of an artifact.',
    materials: ['Sample material'],
    use: 'Sample use',
    maker: 'Sample Maker',
    period: 'Sample period',
    dimensions: '10 cm',
    heldAt: 'Sample museum',
    images: [{ url: picture, alt: 'Sample front' }, { url: picture }],
  })

  const conservation = of(keeper, 'conservation', '/conservation')
  await conservation({ title: 'Sample bare record', condition: 'lost' })
  await conservation({
    title: 'Sample record',
    condition: 'good',
    artifactId: drum.id,
    threat: 'Sample threat',
    treatment: 'Sample treatment',
    conservator: 'Sample Conservator',
    phase: 'done',
    startedAt: '2026-01-12',
    finishedAt: '2026-02-12',
    images: [
      { url: picture, role: 'before' },
      { url: picture, role: 'after' },
    ],
  })

  const heritage = of(keeper, 'heritage', '/heritage')
  for (const section of sections) await heritage({ section, title: `Sample bare ${section}` })
  for (const section of sections)
    await heritage({
      section,
      title: `Sample ${section}`,
      summary: 'Sample summary.',
      body: '<h2>Sample heading</h2><p>Sample text.</p>',
      place: 'Sample place',
      narrator: 'Sample Narrator',
      cover: picture,
      media: [{ url: voice, caption: 'Sample caption' }],
      labels: ['attribution', 'verified'],
      deceased: section === 'ritual',
    })

  const poem = of(member, 'poems', '/language/poems')
  await poem({ title: 'Sample bare poem', original: 'sample line' })
  await poem({
    title: 'Sample poem',
    original: 'sample line one\nsample line two',
    translation: 'Sample translation',
    poet: 'Sample Poet',
    recording: voice,
  })

  const proverb = of(member, 'proverbs', '/language/proverbs')
  await proverb({ original: 'sample bare original' })
  const saying = await proverb({
    original: 'sample original',
    translation: 'Sample translation',
    meaning: 'Sample meaning',
    recording: voice,
  })

  const product = of(keeper, 'products', '/shop')
  await product({ name: 'Sample bare product', price: 5000, stock: 0 })
  const basket = await product({
    name: 'Sample product',
    price: 5000,
    stock: 12,
    description: 'Sample description of a product.',
    maker: 'Sample Maker',
    section: 'crafts',
    images: [{ url: picture, alt: 'Sample product' }],
  })

  const article = of(member, 'articles', '/articles')
  const content = '<p>Sample text of an article.</p>'
  await article({ title: 'Sample bare article', category: 'A category of their own', content })
  const tagged = await article({ title: 'Sample article', category: 'Culture', content, tags, coverImage: picture })
  for (const link of [voice, film])
    await article({ title: 'Sample covered article', category: 'History', content, coverImage: link })

  const media = of(member, 'media', '/media')
  for (const link of [picture, voice, film]) await media({ title: 'Sample bare media', link })
  for (const link of [picture, film, voice]) {
    const described = await media({
      title: 'Sample media',
      link,
      description: 'Sample description. '.repeat(20),
      tags,
      transcript: 'Sample transcript',
      translation: 'Sample translation',
      language: 'en',
      speakers: ['Sample Speaker'],
      recordedAt: '2020-02-03',
      place: 'Sample place',
    })
    const words = { language: 'en', text: 'Sample words', translation: 'Sample words' }
    await send(site, keeper, 'POST', `/api/media/${described.id}/transcripts`, words)
  }

  const event = of(member, 'events', '/events')
  const soon = { startDate: new Date(Date.now() + week), endDate: new Date(Date.now() + week + 3_600_000) }
  const needed = { category: 'community', location: 'Sample location', description: 'Sample description.', ...soon }
  const past = { startDate: '2026-01-01T10:00', endDate: '2026-01-01T12:00' }
  for (const type of ['in-person', 'virtual', 'hybrid']) await event({ ...needed, title: `Sample ${type} event`, type })
  await event({ ...needed, title: 'Sample past event', type: 'virtual', ...past })
  const gathering = await event({
    ...needed,
    title: 'Sample event',
    type: 'in-person',
    venue: 'Sample venue',
    address: 'Sample address',
    mapUrl: 'https://map.example.org/',
    capacity: 5,
    schedule: [
      { time: '10:00', title: 'Sample item', description: 'Sample note' },
      { time: '11:00', title: 'Second' },
    ],
    tags,
    coverImage: picture,
  })

  const word = of(member, 'vocabulary', '/language/vocabulary')
  await word({ form: 'sample bare form', english: 'sample gloss' })
  const full = await word({
    form: 'sample form',
    english: 'sample gloss two',
    meaning: 'Sample meaning',
    example: { form: 'sample form in use', english: 'Sample example' },
    partOfSpeech: 'noun',
    dialect: 'Endo',
    picture,
    pronunciation: voice,
  })

  const alone = { title: 'Sample article for members', category: 'Culture', content, visibility: 'members' }
  const closed = await send(site, member, 'POST', '/api/articles', alone)
  const closedEvent = { ...needed, title: 'Sample event for members', type: 'hybrid', visibility: 'members' }
  const meeting = await send(site, member, 'POST', '/api/events', closedEvent)

  // Data attached to the entries.
  await send(site, keeper, 'POST', `/api/entries/${saying.id}/links`, { relation: 'references', to: full.id })
  await send(site, keeper, 'POST', `/api/entries/${drum.id}/links`, { relation: 'relation', to: full.id })
  await send(site, keeper, 'PUT', '/api/introductions/ceremonies', {
    body: '<p>Sample introduction.</p>',
    updatedAt: null,
  })
  await send(site, member, 'POST', '/api/suggestions', { section: 'ceremonies', text: 'Sample story' })
  const consent = { people: ['Sample Person'], givenBy: 'Sample Person', how: 'spoken', purposes: ['public'] }
  await send(site, keeper, 'POST', `/api/entries/${drum.id}/consents`, { ...consent, givenAt: '2026-01-01' })

  // Everything that sends a mail with a link.
  const person = { fullName: 'Sample Member', phone: '+254700000000', showMe: true }
  for (const { id } of [gathering, meeting])
    await send(site, member, 'POST', `/api/events/${id}/registration`, { ...person, email: member.email })
  const order = { items: [{ productId: basket.id, quantity: 1 }], delivery: 'collection', phone: '+254700000000' }
  await send(site, member, 'POST', '/api/orders', { ...order, payment: { method: 'cash' } })
  const returnedPoem = await send(site, member, 'POST', '/api/poems', {
    title: 'Sample returned poem',
    original: 'sample',
  })
  const why = { updatedAt: returnedPoem.updatedAt, reason: 'Sample reason' }
  await send(site, keeper, 'POST', `/api/keepers/queue/${returnedPoem.id}/return`, why)
  for (const [title, kind] of [
    ['Sample draft', 'poem'],
    ['', 'event'],
  ] as const)
    await send(site, member, 'PUT', `/api/drafts/${crypto.randomUUID()}`, {
      ...{ kind, title, fields: { values: { title }, files: {} }, deviceId: crypto.randomUUID() },
    })
  for (const [path, id] of [
    ['events', meeting.id],
    ['articles', tagged.id],
  ] as const) {
    await send(site, keeper, 'PATCH', `/api/${path}/${id}`, { state: 'hidden', reason: 'Sample reason' })
    await send(site, keeper, 'PATCH', `/api/${path}/${id}`, { state: 'published' })
  }
  await send(site, null, 'POST', '/api/auth/password/reset-request', { email: member.email })
  return { admin: keeper, member, pages, membersOnly: [`/articles/${closed.id}`, `/events/${meeting.id}`] }
}

function dataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}
