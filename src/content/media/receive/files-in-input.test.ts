import { and, eq, isNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { deep } from '#test/depth.ts'
import { testSite } from '#test/harness.ts'
import { phonePhoto, sound, zip } from '#test/samples.ts'
import { until } from '#test/until.ts'
import { files, uploadReservations } from '../table.ts'

const site = testSite({ maxUploadMb: 1 })

const dataUrl = (bytes: Buffer, type = 'image/jpeg') => `data:${type};base64,${bytes.toString('base64')}`
const article = (coverImage: string) => ({
  title: 'Sample title',
  content: '<p>Sample</p>',
  category: 'Sample',
  coverImage,
})

const many = deep ? 30 : 8

it('answers another member while someone’s covers are decoded', { timeout: 60_000 }, async () => {
  const [greedy, other] = [await site.person(), await site.person()]
  const cover = dataUrl(await phonePhoto(400, 300))
  const { storage } = site.services
  const { open } = storage
  const decoding = Promise.withResolvers<void>()
  let begun = 0
  storage.open = async (...args) => {
    begun++
    await decoding.promise
    return open(...args)
  }
  let stored = 0
  const post = async () => {
    const { status } = await greedy.call('POST', '/api/articles', article(cover))
    stored++
    return status
  }
  let isDone = false
  const covers = Promise.all(Array.from({ length: many }, post)).finally(() => {
    isDone = true
  })
  const ask = async () => expect((await other.call('GET', '/api/auth/profile')).status).toBe(200)
  // The first cover is held before it is decoded, and the others wait for it.
  await until(() => begun > 0, 'the first cover to be decoded')
  for (let i = 0; i < many; i++) await ask()
  expect(stored).toBe(0)
  decoding.resolve()
  let answers = 0
  for (; !isDone; answers++) await ask()
  storage.open = open
  expect(await covers).toEqual(Array(many).fill(201))
  // There would be one or two answers if a request waited for the covers before it.
  expect(answers).toBeGreaterThan(10)
})

it('deletes the files of a write that fails', async () => {
  const person = await site.person()
  const picture = dataUrl(await phonePhoto(40, 30))
  const wrong = await person.call('POST', '/api/media', { title: 'Sample', link: picture, type: 'AUDIO' })
  expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'type'])
  const missing = { coverImage: picture }
  const absent = await person.call('PATCH', '/api/articles/00000000-0000-7000-8000-000000000000', missing)
  expect(absent.status).toBe(404)
  for (const [link, status] of [
    [dataUrl(zip, 'image/png'), 415],
    ['data:image/png;base64,', 400],
  ] as const)
    expect((await person.call('POST', '/api/media', { title: 'Sample', link })).status).toBe(status)
  await site.runJobs()
  const own = eq(files.uploaderId, person.id)
  expect(
    await site.db
      .select()
      .from(files)
      .where(and(own, isNull(files.entryId))),
  ).toEqual([])
  expect(await site.db.select().from(uploadReservations)).toEqual([])
})

it('receives the file of a repeated request once', async () => {
  const person = await site.person()
  const body = { title: 'Sample', link: dataUrl(sound(), 'audio/mpeg') }
  const key = { 'idempotency-key': 'sample key' }
  const first = await person.call('POST', '/api/media', body, key)
  const again = await person.call('POST', '/api/media', body, key)
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
  const atOnce = await Promise.all(
    [1, 2, 3].map(() => person.call('POST', '/api/media', body, { 'idempotency-key': 'another key' })),
  )
  expect(new Set(atOnce.map(({ body }) => body.id)).size).toBe(1)
  await site.runJobs()
  expect(await site.db.select().from(files).where(eq(files.uploaderId, person.id))).toHaveLength(2)
})
