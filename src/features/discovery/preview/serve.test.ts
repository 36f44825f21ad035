import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { buildArticle, buildPoem } from '#test/build.ts'
import { cast, origin, testSite } from '#test/harness.ts'
import { drawCard } from './draw.ts'

const site = testSite()
const { member, keeper } = cast(site)
let blue: string

beforeAll(async () => {
  const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer()
  blue = `data:image/png;base64,${picture.toString('base64')}`
})

async function card(path: string, headers: Record<string, string> = {}) {
  const answer = await site.app.request(origin + path, { headers })
  return { status: answer.status, headers: answer.headers, png: Buffer.from(await answer.arrayBuffer()) }
}

/** Returns the colour in the middle of the area for a picture. */
async function pictureColour(png: Buffer): Promise<number[]> {
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray((300 * 1200 + 1100) * 3, (300 * 1200 + 1100) * 3 + 3)]
}

test('the site and each public entry have a card', async () => {
  const { id } = await buildPoem(member, { title: 'āku ŋ' })
  for (const path of ['/og.png', `/og/${id}.png`]) {
    const { status, headers, png } = await card(path)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
    expect((await card(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
  }
})

test('a cover is shown beside the title, unless the entry has a warning', async () => {
  const { id } = await buildArticle(keeper, { title: 'Sample with a cover', coverImage: blue })
  await site.runJobs({ copies: true })
  const first = await card(`/og/${id}.png`)
  const [red = 255, , blueness = 0] = await pictureColour(first.png)
  expect(red).toBeLessThan(60)
  expect(blueness).toBeGreaterThan(200)
  await site.db.update(entries).set({ deceased: true }).where(eq(entries.id, id))
  const warned = await card(`/og/${id}.png`)
  expect(warned.headers.get('etag')).not.toBe(first.headers.get('etag'))
  expect((await pictureColour(warned.png))[2]).toBeLessThan(120)
})

test('a new title makes a new card', async () => {
  const { id } = await buildPoem(member, { title: 'Sample before' })
  const before = await card(`/og/${id}.png`)
  await member.call('PATCH', `/api/poems/${id}`, { title: 'Sample after' })
  const after = await card(`/og/${id}.png`, { 'if-none-match': before.headers.get('etag') ?? '' })
  expect([before.status, after.status]).toEqual([200, 200])
})

test('entries that guests can’t see have no card', async () => {
  const hidden = [
    await buildPoem(member, { visibility: 'members' }),
    await buildPoem(member, { state: 'draft' }),
    await buildPoem(keeper, { visibility: 'keepers' }),
  ]
  for (const { id } of hidden) {
    expect((await card(`/og/${id}.png`)).status).toBe(404)
    expect((await card(`/og/${id}.png`, { authorization: `Bearer ${keeper.token}` })).status).toBe(404)
  }
  for (const name of ['x', crypto.randomUUID(), '..%2Fog', `${crypto.randomUUID()}.png`])
    expect((await card(`/og/${name}.png`)).status).toBe(404)
})

describe('titles of any kind fit', () => {
  test.each([
    ['&lt;<b>&amp;</span> "\'&'],
    ['a'.repeat(200)],
    [`a${'\u0301\u0302'.repeat(99)}`],
    ['مرحبا بالعالم '.repeat(14)],
    ['\u{1F600}'.repeat(100)],
    ['ﷺ'.repeat(100)],
    [' '],
  ])('%j', async (title) => {
    const png = await drawCard({ field: 'dusk', siteName: title, kind: title.slice(0, 40), title })
    expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 })
  })

  test('letters with marks are drawn', async () => {
    const plain = await drawCard({ field: 'dusk', siteName: 'x', kind: 'x', title: 'kona' })
    const drawn = await Promise.all(
      ['koŋa', 'konā', 'kóna'].map((title) => drawCard({ field: 'dusk', siteName: 'x', kind: 'x', title })),
    )
    expect(new Set([plain, ...drawn].map((png) => png.toString('base64'))).size).toBe(4)
  })
})

test('requests get 503 while too many cards are waiting to be drawn, and succeed later', async () => {
  const poems = await Promise.all(Array.from({ length: 40 }, (_, at) => buildPoem(member, { title: `Sample ${at}` })))
  const statuses = await Promise.all(poems.map(async ({ id }) => (await card(`/og/${id}.png`)).status))
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(30)
  const [late] = poems.filter((_, at) => statuses[at] === 503)
  expect((await card(`/og/${late.id}.png`)).status).toBe(200)
})

test('signs that the fonts lack are left out instead of drawn as boxes', async () => {
  const draw = (title: string) => drawCard({ field: 'dusk', siteName: 'Site 🥁', kind: 'Article', title })
  const plain = await draw('Sample ŋɔ́')
  for (const foreign of ['🥁', '👩🏾\u200d🌾', 'قصة', '村、', 'ߒߞߏ', '𞤀'])
    expect(await draw(`Sample ŋɔ́ ${foreign}`)).toEqual(plain)
  expect(await draw('')).not.toEqual(plain)
})
