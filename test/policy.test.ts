import { beforeAll, describe, expect, test } from 'vitest'
import {
  buildArticle,
  buildArtifact,
  buildConservation,
  buildEvent,
  buildHeritage,
  buildPoem,
  buildProduct,
} from './build.ts'
import { type Answer, type Person, testSite } from './harness.ts'
import { phonePhoto } from './samples.ts'

// Tries the verbs below on every type as every kind of account: the server allows exactly what the answer lists in
// `may`.

const site = testSite()
const people: Record<string, Person> = {}
let target: { id: string }

/** Registers new people for each type, because an account can post only a limited number of entries. */
async function registerPeople() {
  people.author = await site.person({ roles: ['keeper', 'seller'] })
  people.member = await site.person()
  people.keeper = await site.person({ roles: ['keeper'] })
  people.moderator = await site.person({ roles: ['moderator'] })
  people.seller = await site.person({ roles: ['seller'] })
  people.admin = await site.person({ roles: ['admin'] })
  target = await buildArticle(people.admin)
}

const person = (name: string) => people[name] as Person
const visibility = 'members'
async function post(path: string, body: object) {
  const answer = await person('author').call('POST', `/api/${path}`, { visibility, ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

type Built = { id: string; updatedAt: string }
const types: Record<string, [path: string, title: string, build: () => Promise<Built>]> = {
  article: ['articles', 'title', () => buildArticle(person('author'), { visibility })],
  event: ['events', 'title', () => buildEvent(person('author'), { visibility })],
  media: [
    'media',
    'title',
    async () =>
      post('media', {
        title: 'Sample',
        link: `data:image/jpeg;base64,${(await phonePhoto(30, 20)).toString('base64')}`,
      }),
  ],
  poem: ['poems', 'title', () => buildPoem(person('author'), { visibility, confirmed: false })],
  proverb: ['proverbs', 'original', () => post('proverbs', { original: 'sample original' })],
  vocabulary: ['vocabulary', 'form', () => post('vocabulary', { form: 'sampleword', english: 'sample gloss' })],
  heritage: ['heritage', 'title', () => buildHeritage(person('author'), { visibility })],
  artifact: ['artifacts', 'name', () => buildArtifact(person('author'), { visibility })],
  conservation: ['conservation', 'title', () => buildConservation(person('author'), { visibility })],
  product: ['products', 'name', () => buildProduct(person('author'), { visibility })],
}

type Ask = (by: Person, path: string, entry: Built, title: string) => Promise<Answer>
const patch =
  (change: object): Ask =>
  (by, path) =>
    by.call('PATCH', path, change)
const asks: Record<string, Ask> = {
  edit: (by, path, _entry, title) => by.call('PATCH', path, { [title]: 'Sample change' }),
  publish: patch({ state: 'draft' }),
  delete: (by, path) => by.call('DELETE', path),
  narrow: patch({ visibility }),
  widen: patch({ visibility: 'public' }),
  reserve: patch({ visibility: 'keepers' }),
  label: patch({ labels: ['attribution'] }),
  mark: patch({ deceased: true }),
  hide: patch({ state: 'hidden', reason: 'Sample reason' }),
  history: (by, _path, { id }) => by.call('GET', `/api/entries/${id}/history`),
  link: (by, _path, { id }) => by.call('POST', `/api/entries/${id}/links`, { relation: 'relation', to: target.id }),
  consent: (by, _path, { id }) => by.call('GET', `/api/entries/${id}/consents`),
}
const callers = ['author', 'member', 'keeper', 'moderator', 'seller', 'admin']
/** Verbs that are not tried here. */
const skippedVerbs = ['confirm', 'locate', 'report', 'download', 'registrations']

describe.each(Object.entries(types))('%s', (_type, [list, title, build]) => {
  beforeAll(registerPeople)

  test.each(callers)('requested by: %s', { timeout: 60_000 }, async (caller) => {
    const by = person(caller)
    let entry = await build()
    const { may } = (await by.call('GET', `/api/${list}/${entry.id}`)).body
    const allowed: string[] = []
    for (const [verb, ask] of Object.entries(asks)) {
      const { status } = await ask(by, `/api/${list}/${entry.id}`, entry, title)
      expect([200, 201, 403, 404], `${verb} answered ${status}`).toContain(status)
      if (status >= 300) continue
      allowed.push(verb)
      // The next verb needs an entry that this one hasn't changed.
      entry = await build()
    }
    expect(allowed).toEqual(may.filter((verb: string) => !skippedVerbs.includes(verb)))
  })

  test('answers to guests and lists have no `may`, and sending one back grants nothing', async () => {
    const entry = await build()
    await person('author').call('PATCH', `/api/${list}/${entry.id}`, { visibility: 'public' })
    expect((await site.call('GET', `/api/${list}/${entry.id}`)).body).not.toHaveProperty('may')
    expect((await person('admin').call('GET', `/api/${list}?limit=1`)).body.items[0]).not.toHaveProperty('may')
    const stored = (await person('admin').call('GET', `/api/${list}/${entry.id}`)).body
    expect(stored.may).toContain('delete')
    const denied = await person('member').call('PATCH', `/api/${list}/${entry.id}`, { ...stored, [title]: 'Sample' })
    expect(denied.status).toBeGreaterThanOrEqual(400)
    expect((await person('member').call('DELETE', `/api/${list}/${entry.id}`)).status).toBe(403)
  })
})
