import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog } from '#core/tables.ts'
import {
  buildArticle,
  buildArtifact,
  buildConservation,
  buildEvent,
  buildHeritage,
  buildPoem,
  buildProduct,
} from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { pixel } from '#test/samples.ts'
import { refusals } from '../refusals.ts'

const site = testSite()
const { author, other, moderator, keeper } = cast(site)

/** One entry of each type that any member can post, posted by `author` for everyone. */
const kinds: Record<string, [path: string, post: () => Promise<{ id: string; updatedAt: string }>]> = {
  article: ['articles', () => buildArticle(author)],
  event: ['events', () => buildEvent(author)],
  poem: ['poems', () => buildPoem(author)],
  proverb: ['proverbs', () => post('proverbs', { original: 'sample original' })],
  vocabulary: ['vocabulary', () => post('vocabulary', { form: 'sampleword', english: 'sample gloss' })],
  media: ['media', () => post('media', { title: 'Sample', link: pixel, visibility: 'public' })],
}

function post(path: string, body: object) {
  return postAs(author, path, body)
}

async function postAs(person: Person, path: string, body: object) {
  const answer = await person.call('POST', `/api/${path}`, body)
  expect(answer.status).toBe(201)
  return answer.body
}

describe.each(Object.entries(kinds))('%s', (type, [list, build]) => {
  test('a moderator can hide it with a reason that its author reads, and restore it', async () => {
    const { id } = await build()
    const path = `/api/${list}/${id}`
    const hide = { state: 'hidden', reason: 'Sample reason' }
    for (const person of [other, author, keeper]) expect((await person.call('PATCH', path, hide)).status).toBe(403)
    expect((await moderator.call('PATCH', path, { state: 'hidden' })).body.issues[0].path).toBe('reason')
    expect((await moderator.call('PATCH', path, { ...hide, visibility: 'members' })).status).toBe(403)
    const hidden = await moderator.call('PATCH', path, hide)
    expect([hidden.status, hidden.body.state, hidden.body.hiddenReason]).toEqual([200, 'hidden', 'Sample reason'])
    for (const person of [other, keeper]) expect((await person.call('GET', path)).status).toBe(404)
    expect((await site.call('GET', path)).status).toBe(404)
    expect((await author.call('GET', path)).body.hiddenReason).toBe('Sample reason')
    expect((await author.call('PATCH', path, { state: 'published' })).status).toBe(409)
    const restored = await moderator.call('PATCH', path, { state: 'published' })
    expect([restored.status, restored.body.state, 'hiddenReason' in restored.body]).toEqual([200, 'published', false])
    expect((await site.call('GET', path)).status).toBe(200)
    const acts = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(acts.map(({ action, actorId }) => [action, actorId])).toEqual(
      expect.arrayContaining([
        [`${type}:hide`, moderator.id],
        [`${type}:restore`, moderator.id],
      ]),
    )
    const [line] = acts.filter(({ action }) => action === `${type}:hide`)
    expect(line?.detail).toEqual({ reason: 'Sample reason' })
  })

  test('a keeper can narrow its visibility, which its author can’t undo', async () => {
    const { id } = await build()
    const path = `/api/${list}/${id}`
    expect((await other.call('PATCH', path, { visibility: 'members' })).status).toBe(403)
    expect((await keeper.call('PATCH', path, { visibility: 'keepers' })).body.visibility).toBe('keepers')
    expect((await other.call('GET', path)).status).toBe(404)
    expect((await author.call('PATCH', path, { visibility: 'public' })).status).toBe(403)
    const widened = await keeper.call('PATCH', path, { visibility: 'public' })
    expect(widened.status).toBe(['article', 'event', 'media'].includes(type) ? 403 : 200)
  })

  test('a change based on an old version is refused, and one based on the current version is accepted', async () => {
    const { id, updatedAt } = await build()
    const path = `/api/${list}/${id}`
    const from = (moment: string) => ({ 'if-match': `"${moment}"` })
    const first = await author.call('PATCH', path, { visibility: 'members' }, from(updatedAt))
    expect(first.status).toBe(200)
    const late = await keeper.call('PATCH', path, { visibility: 'keepers' }, from(updatedAt))
    expect([late.status, late.body.code]).toEqual([409, 'changed'])
    expect((await author.call('GET', path)).body.visibility).toBe('members')
    const again = await keeper.call('PATCH', path, { visibility: 'keepers' }, from(first.body.updatedAt))
    expect(again.status).toBe(200)
  })

  test('others can’t send even an empty change, and nothing is logged', async () => {
    const { id } = await build()
    for (const person of [other, moderator])
      expect((await person.call('PATCH', `/api/${list}/${id}`, {})).status).toBe(403)
    const wrote = await site.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, `${type}:update`)))
    expect(wrote).toEqual([])
  })
})

describe('a stale change', () => {
  const { owner } = cast(site, { owner: { roles: ['keeper', 'seller'] } })

  /** Creates the entry to change. `all` has such a function for each of the ten types, and the field that changes. */
  type Build = () => Promise<{ id: string; updatedAt: string }>
  const all: [path: string, field: string, build: Build][] = [
    ['articles', 'title', () => buildArticle(owner)],
    ['artifacts', 'name', () => buildArtifact(owner)],
    ['conservation', 'title', () => buildConservation(owner)],
    ['events', 'title', () => buildEvent(owner)],
    ['heritage', 'title', () => buildHeritage(owner)],
    ['media', 'title', () => postAs(owner, 'media', { title: 'Sample', link: pixel })],
    ['poems', 'title', () => buildPoem(owner)],
    ['products', 'name', () => buildProduct(owner)],
    ['proverbs', 'original', () => postAs(owner, 'proverbs', { original: 'sample original' })],
    ['vocabulary', 'english', () => postAs(owner, 'vocabulary', { form: 'sampleword', english: 'sample gloss' })],
  ]

  test.each(all)('is refused by If-Match and saves nothing: %s', async (list, field, build) => {
    const { id, updatedAt } = await build()
    const path = `/api/${list}/${id}`
    const first = await owner.call('PATCH', path, { [field]: 'sample first' }, { 'if-match': `"${updatedAt}"` })
    expect([first.status, first.body[field]]).toEqual([200, 'sample first'])
    for (const ifMatch of [`"${updatedAt}"`, `W/"${updatedAt}"`, updatedAt]) {
      const late = await owner.call('PATCH', path, { [field]: 'sample second' }, { 'if-match': ifMatch })
      expect([late.status, late.body.code, late.body.error]).toEqual([409, 'changed', refusals.changed])
    }
    expect((await owner.call('GET', path)).body[field]).toBe('sample first')
    const fresh = { 'if-match': `"${first.body.updatedAt}"` }
    expect((await owner.call('PATCH', path, { [field]: 'sample second' }, fresh)).status).toBe(200)
    for (const header of [{ 'if-match': '*' }, undefined])
      expect((await owner.call('PATCH', path, { [field]: 'sample third' }, header)).status).toBe(200)
  })

  test.each(all)('is described in the API description: %s', async (list) => {
    const { body } = await site.call('GET', '/api/openapi.json')
    const { parameters, responses } = body.paths[`/api/${list}/{id}`].patch
    const [header] = parameters.filter(({ in: where }: { in: string }) => where === 'header')
    expect([header.name, header.required]).toEqual(['If-Match', false])
    expect(header.description).toContain('updatedAt')
    expect(responses[409].description).toContain('If-Match')
    expect(responses[409].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' })
  })
})
