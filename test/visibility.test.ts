import { beforeAll, expect, test } from 'vitest'
import { buildPoem } from './build.ts'
import { deep } from './depth.ts'
import { type Answer, origin, testSite } from './harness.ts'
import { types } from './types.ts'
import { mayFind, mayList, mayOpen, type People, type Placed, placeAll, type Viewer } from './visibility/entries.ts'
import { statementsOf } from './visibility/statements.ts'
import {
  type Address,
  apiAddresses,
  fileAddresses,
  otherAddresses,
  pageAddresses,
  reads,
  type SampleIds,
} from './visibility/surfaces.ts'

// Requests every entry as every kind of account at every address. The addresses come from the operation table, the
// route table and the app, so that a new address is tested, too, or fails until the test can request it.

const site = testSite()
const people: People = {}
let placed: Placed[]
let ids: SampleIds

beforeAll(async () => {
  // The site sends mail, so that posts before an email is confirmed stay out of guests' lists.
  Object.assign(site.services.mail, { kind: 'smtp' })
  const person = async (name: string, roles: Parameters<typeof site.person>[0] = {}) => {
    const one = await site.person(roles)
    people[name] = { ...one, ...(roles.roles && { keeps: !roles.roles.includes('moderator') }) }
    return one
  }
  const author = await person('author')
  const writer = await person('author who keeps', { roles: ['keeper', 'seller'] })
  const member = await person('member')
  const insider = await person('group member')
  const keeper = await person('keeper', { roles: ['keeper'] })
  await person('moderator', { roles: ['moderator'] })
  await person('admin', { roles: ['admin'] })
  const groupKeeper = await person('keeper in the group', { roles: ['keeper'] })
  const newcomer = await person('author with an unconfirmed email', { unconfirmed: true })
  const newWriter = await site.person({ roles: ['keeper', 'seller'], unconfirmed: true })
  const groupModerator = await person('moderator in the group', { roles: ['moderator'] })
  // This admin in the group sets up the entries and makes no test requests.
  const admin = await site.person({ roles: ['admin'] })
  const { body: group } = await keeper.call('POST', '/api/groups', { name: 'Sample group' })
  for (const { id } of [insider, groupKeeper, groupModerator, admin])
    await keeper.call('PUT', `/api/groups/${group.id}/members/${id}`)
  people.guest = { call: site.call }
  for (const [name, one] of Object.entries(people)) {
    one.inside = /group/.test(name)
    one.moderates = /moderator|^admin/.test(name)
  }
  placed = await placeAll(site, { author, writer, newcomer, newWriter, member, keeper, admin, group: group.id })
  ids = { group: group.id, person: author.id }
})

const names = [
  'guest',
  'member',
  'author',
  'author who keeps',
  'author with an unconfirmed email',
  'group member',
  'keeper',
  'moderator',
  'admin',
  'keeper in the group',
  'moderator in the group',
]

/** Viewers that request pages and files, too, in `npm test`: one for each level of rights. */
const some = ['guest', 'member', 'author', 'group member', 'keeper', 'moderator', 'admin']

/** Requests a path with a bearer token, as for the API, or with a cookie, as for pages and files. */
async function ask(
  { token, call }: Viewer,
  path: string,
  by: 'bearer' | 'cookie',
): Promise<{ status: number; text: string }> {
  const answer: Answer =
    by === 'bearer' || !token
      ? await call('GET', path)
      : await site.call('GET', path, undefined, { cookie: `session=${token}` })
  return { status: answer.status, text: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body) }
}

/** Returns type and standing of the entries that a text reveals by marker, file or id although they are hidden. */
function leaksIn(text: string, viewer: Viewer, { about, ownActs, row, namesGone }: Partial<Address> = {}): string[] {
  const revealed = namesIn(text)
  return (
    placed
      .filter((entry) => !(entry === about ? mayOpen : mayFind)(viewer, entry))
      // Keepers see withdrawn entries in the ledger, and the log names removed ones by id.
      .filter((entry) => !(entry.withdrawn && viewer.keeps && row === 'consent.tombstones'))
      .filter((entry) => !(entry.withdrawn && row === 'admin.audit' && !revealed.has(entry.marker)))
      .filter((entry) =>
        [
          entry.marker,
          ...entry.fileIds,
          ...(entry === about || ownActs || (wasPublic(entry) && namesGone) ? [] : [entry.id]),
        ].some((one) => revealed.has(one)),
      )
      .map(({ type, standing }) => `${type}, ${standing}`)
  )
}

/** Returns every marker and id in a text. Searching a page for each of hundreds would take longer than rendering it. */
function namesIn(text: string): Set<string | undefined> {
  const name = /(?=(zq[a-z]{2}x|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))/g
  return new Set(Array.from(text.matchAll(name), ([, one]) => one))
}

/** Returns whether guests found the entry before it was limited, hidden or withdrawn (`placeAll`). */
function wasPublic({ state, unlisted }: Placed): boolean {
  return state !== 'draft' && !unlisted
}

/** Requests every address, eight at a time; returns a line for each that reveals too much, fails, or answers 400. */
async function problems(viewer: Viewer, addresses: Address[], by: 'bearer' | 'cookie'): Promise<string[]> {
  const remaining = [...addresses]
  const leaks: string[] = []
  const work = async () => {
    for (let one = remaining.pop(); one; one = remaining.pop()) {
      const { status, text } = await ask(viewer, one.path, by)
      for (const leak of leaksIn(text, viewer, one)) leaks.push(`${one.path} reveals ${leak}`)
      if (status >= 500) leaks.push(`${one.path} answers ${status}`)
      if (status === 400) leaks.push(`${one.path} answers 400: add its query to needs in test/visibility/surfaces.ts`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return leaks
}

test.each(names)('the API shows nothing that is hidden from the viewer: %s', async (name) => {
  const viewer = people[name] as Viewer
  expect(await problems(viewer, apiAddresses(placed, ids), 'bearer')).toEqual([])
})

test.each(deep ? names : some)('the data of pages shows nothing that is hidden from the viewer: %s', async (name) => {
  const data = pageAddresses(placed, ids).filter(({ path }) => path.endsWith('.data'))
  expect(data.length).toBeGreaterThan(300)
  expect(await problems(people[name] as Viewer, data, 'cookie')).toEqual([])
})

// A page is rendered from its data, which contains at least as much.
test.each(deep ? names : ['guest'])('pages show nothing that is hidden from the viewer: %s', async (name) => {
  const pages = pageAddresses(placed, ids).filter(({ path }) => !path.endsWith('.data'))
  expect(pages.length).toBeGreaterThan(300)
  expect(await problems(people[name] as Viewer, pages, 'cookie')).toEqual([])
})

test.each(deep ? names : some)(
  'other answers of the server show nothing that is hidden from the viewer: %s',
  async (name) => {
    const viewer = people[name] as Viewer
    const addresses = otherAddresses(site.app, placed)
    const api = addresses.filter(({ path }) => path.startsWith('/api/'))
    const rest = addresses.filter((one) => !api.includes(one))
    expect([...(await problems(viewer, api, 'bearer')), ...(await problems(viewer, rest, 'cookie'))]).toEqual([])
  },
)

test.each(deep ? names : [...some, 'author who keeps', 'keeper in the group'])(
  'exactly the entries that the viewer may see can be opened, with their files: %s',
  async (name) => {
    const viewer = people[name] as Viewer
    const wrong: string[] = []
    for (const entry of placed) {
      const isAllowed = mayOpen(viewer, entry)
      const { status, text } = await ask(viewer, `/api/${types[entry.type]?.path}/${entry.id}`, 'bearer')
      if (isAllowed ? status !== 200 || !text.includes(entry.marker) : status !== 404)
        wrong.push(`${entry.type}, ${entry.standing}: ${status}`)
    }
    for (const { path, about } of fileAddresses(placed)) {
      const { status } = await ask(viewer, path, 'cookie')
      // Sound originals are not for everyone (decision 11); other files are served or not found.
      if (!path.endsWith('?download') && (status === 200) !== (about !== undefined && mayOpen(viewer, about)))
        wrong.push(`${path} of ${about?.type}, ${about?.standing}: ${status}`)
      if (status === 200 && about && !mayOpen(viewer, about)) wrong.push(`${path}: ${status}`)
    }
    expect(wrong).toEqual([])
  },
)

test.each(names)('lists, search and counts contain exactly the published entries for the viewer: %s', async (name) => {
  const viewer = people[name] as Viewer
  const wrong: string[] = []
  for (const [type, { path }] of Object.entries(types))
    for (const list of [
      `/api/${path}?limit=100`,
      `/api/${path}?limit=100&q=zq`,
      `/api/entries?limit=100&q=zq&type=${type}`,
    ]) {
      const { text } = await ask(viewer, list, 'bearer')
      for (const entry of placed.filter((one) => one.type === type))
        if (text.includes(entry.marker) !== mayList(viewer, entry)) wrong.push(`${list}: ${entry.standing}`)
    }
  const counts = JSON.parse((await ask(viewer, '/api/counts', 'bearer')).text) as Record<string, number>
  for (const type of Object.keys(types)) {
    const expectedCount = placed.filter((entry) => entry.type === type && mayList(viewer, entry)).length
    if (counts[type] !== expectedCount) wrong.push(`counts of ${type}: ${counts[type]} instead of ${expectedCount}`)
  }
  expect(wrong).toEqual([])
})

test('a member who is removed from a group no longer sees its entries, and sees them again once back', async () => {
  const { call, id } = people['group member'] as Required<Pick<Viewer, 'call' | 'id'>>
  const keeper = people.keeper as Viewer
  const entry = placed.find(({ type, standing }) => type === 'poem' && standing === 'group') as Placed
  const path = `/api/poems/${entry.id}`
  const member = `/api/groups/${ids.group}/members/${id}`
  await keeper.call('DELETE', member)
  expect((await call('GET', path)).status).toBe(404)
  await keeper.call('PUT', member)
  expect((await call('GET', path)).status).toBe(200)
})

test('the test itself detects a leak, and requests a page that exists', async () => {
  const guest = people.guest as Viewer
  const [hidden] = placed.filter((entry) => !mayOpen(guest, entry)) as [Placed]
  expect(leaksIn(`… ${hidden.marker} …`, guest)).toEqual([`${hidden.type}, ${hidden.standing}`])
  expect(leaksIn(`… ${hidden.id} …`, guest)).toHaveLength(1)
  const poem = await buildPoem(people.author as never, { title: 'zqpage' })
  const { status, text } = await ask(guest, `/language/poems/${poem.id}.data`, 'cookie')
  expect([status, text.includes('zqpage')]).toEqual([200, true])
  expect(reads.length).toBeGreaterThan(40)
  expect(new URL(origin).protocol).toBe('http:')
})

/** Maximum number of statements in a read, not counting the session lookup. An N+1 problem exceeds it. */
const maxStatements = 2
const more: Record<string, number> = {
  'account.secondFactors': 4,
  // One of them counts the people in trusted roles who have a second factor.
  'admin.checklist': 7,
  'care.backups': 3,
  // These read the entry, its threads, and all replies.
  'comment.list': 3,
  'comment.replies': 3,
  // These read the newest of each kind, the entries, and the imports that they are of.
  'feed.newest': 3,
  'figures.get': 5,
  'history.get': 3,
  // These count what everyone and what the viewer alone may see, the former once until content changes.
  'people.entries': 3,
  'people.get': 4,
  'people.list': 3,
  'selling.overview': 3,
  'vocabulary.around': 5,
  // This counts words, and lists their letters and sources, which needs the alphabet, for everyone and for the viewer.
  'vocabulary.overview': 6,
}

test('no read sends one query per row', async () => {
  const wrong = new Set<string>()
  for (const { path, row = '' } of apiAddresses(placed, ids)) {
    const count = await statementsOf(() => (people.admin as Viewer).call('GET', path))
    if (count > (more[row] ?? maxStatements)) wrong.add(`${row} sends ${count} statements`)
  }
  expect([...wrong]).toEqual([])
})
