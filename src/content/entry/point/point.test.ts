import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog } from '#core/tables.ts'
import { buildArticle, buildArtifact, buildConservation, buildEvent, buildHeritage, buildPoem } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import fc from '#test/property.ts'
import { phonePhoto, uploadFile } from '#test/samples.ts'
import { entries } from '../table.ts'
import { snap } from './point.ts'

const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
type Degrees = { latitude: number; longitude: number }

/** Returns the distance in metres, on a sphere. */
function distance(a: Degrees, b: Degrees): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const across = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const up = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const h = up + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * across
  return 2 * 6_371_000 * Math.asin(Math.sqrt(h))
}

describe('the grid', () => {
  test('moves a point by less than 5 km, stays on the globe, and is idempotent', () => {
    fc.assert(
      fc.property(anywhere, (point) => {
        const near = snap(point)
        expect(distance(point, near)).toBeLessThan(5000)
        expect(Math.abs(near.latitude)).toBeLessThanOrEqual(90)
        expect(Math.abs(near.longitude)).toBeLessThanOrEqual(180)
        expect(snap(near)).toEqual(near)
      }),
      { numRuns: 2000 },
    )
  })

  test('gives all points of a cell the same point, so that moving within it reveals nothing', () => {
    const seen = new Set<string>()
    for (let step = 0; step < 40; step++)
      seen.add(JSON.stringify(snap({ latitude: 1.0 + step * 0.0001, longitude: 35.5 })))
    expect(seen.size).toBeLessThanOrEqual(2)
    const near = snap({ latitude: 1.012, longitude: 35.512 })
    expect(snap({ latitude: near.latitude + 0.02, longitude: near.longitude - 0.02 })).toEqual(near)
  })
})

const site = testSite()
const exact = { latitude: 1.0234567, longitude: 35.5123456 }
const coarse = { ...snap(exact), blurred: true, accuracy: 5000 }
const { author, keeper, other } = cast(site)

const builders: [string, (point: unknown) => Promise<{ id: string }>][] = [
  ['articles', (point) => buildArticle(author, { point })],
  ['events', (point) => buildEvent(author, { point })],
  ['poems', (point) => buildPoem(author, { point })],
  ['artifacts', (point) => buildArtifact(keeper, { point })],
  ['conservation', (point) => buildConservation(keeper, { point })],
  ['heritage', (point) => buildHeritage(keeper, { point })],
  ['proverbs', (point) => posted('/api/proverbs', { original: 'sample line', point })],
  ['vocabulary', (point) => posted('/api/vocabulary', { form: 'samplex', english: 'sample', point })],
  [
    'media',
    async (point) => {
      const link = await uploadFile(site, author, await phonePhoto(30, 20))
      return posted('/api/media', { title: 'Sample picture', link, visibility: 'public', point })
    },
  ],
]

async function posted(path: string, body: unknown) {
  const answer = await author.call('POST', path, body)
  expect(answer.status).toBe(201)
  return answer.body
}

const exactlyTold = async (id: string, person?: Person) =>
  (await (person?.call ?? site.call)('GET', `/api/entries/${id}/point`)).body.point

describe.each(builders)('points of %s', (path, build) => {
  test('a point is stored as it was sent, and can be changed and removed', async () => {
    const { id } = await build(exact)
    const read = async () => (await site.call('GET', `/api/${path}/${id}`)).body.point
    expect(await read()).toEqual({ ...exact, blurred: false, accuracy: null })
    await keeper.call('PATCH', `/api/${path}/${id}`, { point: { latitude: -1, longitude: 180 } })
    expect(await read()).toMatchObject({ latitude: -1, longitude: 180 })
    await keeper.call('PATCH', `/api/${path}/${id}`, { point: null })
    expect([await read(), await exactlyTold(id, keeper)]).toEqual([null, null])
  })

  test('a blurred point is exact only for its author and keepers', async () => {
    const { id } = await build({ ...exact, blurred: true })
    for (const one of [site, author, keeper, other])
      for (const address of [`/api/${path}/${id}`, `/api/entries?limit=1`]) {
        const { body } = await one.call('GET', address)
        expect((body.items?.[0] ?? body).point).toEqual(coarse)
      }
    const whose = (await keeper.call('GET', `/api/${path}/${id}`)).body.author.id === author.id ? author : keeper
    const precise = { ...exact, blurred: true, accuracy: null }
    expect(await Promise.all([whose, keeper].map((one) => exactlyTold(id, one)))).toEqual([precise, precise])
    expect(await Promise.all([undefined, other].map((one) => exactlyTold(id, one)))).toEqual([coarse, coarse])
    // Sending back the point from an answer, however often, keeps the exact one.
    for (let times = 0; times < 3; times++) await whose.call('PATCH', `/api/${path}/${id}`, { point: coarse })
    expect(await exactlyTold(id, keeper)).toEqual(precise)
    const lines = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    const rows = await site.db.select().from(entries).where(eq(entries.id, id))
    for (const stored of [lines, rows]) expect(JSON.stringify(stored)).not.toMatch(/1\.02345|35\.51234/)
  })
})

test.each([
  [{ latitude: 91, longitude: 0 }, 'point.latitude'],
  [{ latitude: 0, longitude: -180.1 }, 'point.longitude'],
  [{ latitude: 'NaN', longitude: 0 }, 'point.latitude'],
  [{ latitude: null, longitude: 0 }, 'point.latitude'],
  [{ latitude: 1 }, 'point.longitude'],
  [{ latitude: 1, longitude: 1, blurred: 'yes' }, 'point.blurred'],
  ['1,35', 'point'],
  [[1, 35], 'point'],
])('%j is not a valid point', async (point, path) => {
  const created = await author.call('POST', '/api/poems', { title: 'Sample', original: 'sample', point })
  const { id } = await buildPoem(author)
  const changed = await author.call('PATCH', `/api/poems/${id}`, { point })
  for (const { status, body } of [created, changed])
    expect([status, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]])
})

test('keepers can blur the point of a member’s entry; others can’t change it, or read it for entries they can’t see', async () => {
  const { id } = await buildArticle(author, { point: exact })
  expect((await other.call('PATCH', `/api/articles/${id}`, { point: null })).status).toBe(403)
  const answer = await keeper.call('PATCH', `/api/articles/${id}`, { point: { ...exact, blurred: true } })
  expect([answer.status, answer.body.point]).toEqual([200, coarse])
  await author.call('PATCH', `/api/articles/${id}`, { visibility: 'members' })
  expect((await site.call('GET', `/api/entries/${id}/point`)).status).toBe(404)
})
