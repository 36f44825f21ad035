import { beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '#content/kinds.ts'
import { buildArticle, buildMedia, buildWord } from './build.ts'
import { type Answer, type Person, testSite } from './harness.ts'
import { sound } from './samples.ts'
import { types } from './types.ts'

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

type Built = { id: string; updatedAt: string }

/** Undoes the confirmation that an entry has because a keeper posted it. */
async function unconfirmed(built: Promise<Built>): Promise<Built> {
  const entry = await built
  await person('author').call('POST', '/api/keepers/confirmations/undo', { ids: [entry.id] })
  return entry
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
  confirm: (by, _path, { id, updatedAt }) =>
    by.call('POST', '/api/keepers/confirmations', { entries: [{ id, updatedAt }] }),
  history: (by, _path, { id }) => by.call('GET', `/api/entries/${id}/history`),
  link: (by, _path, { id }) => by.call('POST', `/api/entries/${id}/links`, { relation: 'relation', to: target.id }),
  consent: (by, _path, { id }) => by.call('GET', `/api/entries/${id}/consents`),
  locate: async (by, path, { id }) => {
    const point = { latitude: 1.234567, longitude: 35.765432, blurred: true }
    await person('author').call('PATCH', path, { point })
    const answer = await by.call('GET', `/api/entries/${id}/point`)
    return { ...answer, status: answer.body.point.latitude === point.latitude ? 200 : 403 }
  },
  report: (by, _path, { id }) => by.call('POST', '/api/reports', { entryId: id, reason: 'mistake' }),
  registrations: (by, path) => by.call('GET', `${path}/registrations`),
}
const callers = ['author', 'member', 'keeper', 'moderator', 'seller', 'admin']
/** Files have tests of their own (`content/media/serve`). */
const skippedVerbs = ['download']

describe.each(Object.entries(types))('%s', (type, { path: list, title, build: buildAny }) => {
  const isArchived = 'archive' in kinds[type as 'article']
  const build = () => {
    const built = buildAny(person('author'), { visibility })
    return isArchived ? unconfirmed(built) : built
  }

  beforeAll(registerPeople)

  test.each(callers)('requested by: %s', { timeout: 60_000 }, async (caller) => {
    const by = person(caller)
    let entry = await build()
    const { may } = (await by.call('GET', `/api/${list}/${entry.id}`)).body
    const allowed: string[] = []
    for (const [verb, ask] of Object.entries(asks)) {
      const { status } = await ask(by, `/api/${list}/${entry.id}`, entry, title)
      expect([200, 201, 403, 404, 409], `${verb} answered ${status}`).toContain(status)
      if (status >= 300) continue
      allowed.push(verb)
      // The next verb needs an entry that this one hasn't changed.
      entry = await build()
    }
    expect(allowed).toEqual(may.filter((verb: string) => !skippedVerbs.includes(verb)))
  })

  test.each(callers)('hidden, requested by: %s', async (caller) => {
    const path = `/api/${list}/${(await build()).id}`
    const hidden = await person('moderator').call('PATCH', path, { state: 'hidden', reason: 'Sample reason' })
    expect(hidden.body.may).toContain('restore')
    const { may = [] } = (await person(caller).call('GET', path)).body
    const { status } = await person(caller).call('PATCH', path, { state: 'published' })
    expect(status < 300).toBe(may.includes('restore'))
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

type Part = {
  /** Adds one as a member to an entry of the author. Returns its address and a function that reads the caller's `may`. */
  build(): Promise<{ path: string; entryId: string; id: string; mayOf: (by: Person) => Promise<string[]> }>
  asks: Record<string, (by: Person, path: string, part: { entryId: string; id: string }) => Promise<Answer>>
}
const remove: Part['asks'][string] = (by, path) => by.call('DELETE', path)

const parts: Record<string, Part> = {
  comment: {
    async build() {
      const { id: entryId } = await buildArticle(person('author'), { visibility })
      const { body } = await person('member').call('POST', `/api/entries/${entryId}/comments`, { text: 'Sample text' })
      const path = `/api/comments/${body.id}`
      return { path, entryId, id: body.id, mayOf: async (by) => (await by.call('GET', path)).body.may }
    },
    asks: {
      edit: (by, path) => by.call('PATCH', path, { text: 'Sample change' }),
      delete: remove,
      hide: (by, path) => by.call('PUT', `${path}/hiding`, { reason: 'Sample reason' }),
      report: (by, _path, { entryId, id }) =>
        by.call('POST', '/api/reports', { entryId, commentId: id, reason: 'mistake' }),
    },
  },
  transcript: partOf('media/:id/transcripts', async () => {
    return [(await buildMedia(person('author'), { visibility })).id, { text: 'Sample text' }]
  }),
  'recording of a word': partOf('vocabulary/:id/pronunciations', async () => {
    const fileUrl = `data:audio/mpeg;base64,${sound().toString('base64')}`
    return [(await buildWord(person('author'), { visibility })).id, { fileUrl }]
  }),
}

/** Describes a part that can only be deleted. @param build posts the entry; returns its id and the part's fields */
function partOf(list: string, build: () => Promise<[string, object]>): Part {
  return {
    async build() {
      const [entryId, fields] = await build()
      const path = `/api/${list.replace(':id', entryId)}`
      const added = await person('member').call('POST', path, fields)
      expect(added.status, JSON.stringify(added.body)).toBe(201)
      const read = async (by: Person) => (await by.call('GET', path)).body.items[0]
      const { id } = await read(person('member'))
      return { path: `${path}/${id}`, entryId, id, mayOf: async (by) => (await read(by)).may }
    },
    asks: { delete: remove },
  }
}

describe.each(Object.entries(parts))('a member’s %s', (_name, { build, asks }) => {
  beforeAll(registerPeople)

  test.each(callers)('requested by: %s', async (caller) => {
    let part = await build()
    const may = await part.mayOf(person(caller))
    const allowed: string[] = []
    for (const [verb, ask] of Object.entries(asks)) {
      const { status } = await ask(person(caller), part.path, part)
      expect([200, 201, 403, 409], `${verb} answered ${status}`).toContain(status)
      if (status >= 300) continue
      allowed.push(verb)
      part = await build()
    }
    expect(allowed).toEqual(may)
  })
})
