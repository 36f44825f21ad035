import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { accounts, rateBuckets, rateLimits } from '#core/tables.ts'
import { type Person, testSite } from '#test/harness.ts'
import { askAddress, idOf, phonePhoto, put, sound, uploadFile } from '#test/samples.ts'
import { offsetOf, patch, tusHeaders } from '#test/tus.ts'
import { files, uploadReservations } from '../table.ts'
import { readUsage } from './quota.ts'

const MB = 1024 * 1024
const site = testSite({ maxUploadMb: 3, quotaMb: 4, quotaUnconfirmedMb: 1 })

const confirmed = () => site.person()
const unconfirmed = () => site.person({ unconfirmed: true })
const usedBy = async ({ id }: Person) => (await readUsage(site.db, site.services.site, id)).used
const ask = (person: Person, size?: number) =>
  person.call('POST', '/api/uploads', { filename: 'a.mp3', contentType: 'audio/mpeg', ...(size && { size }) })
const dataUrl = (bytes: Buffer) => `data:audio/mpeg;base64,${bytes.toString('base64')}`
const post = (person: Person, link: string) => person.call('POST', '/api/media', { title: 'Sample', link })

/** Returns a body of unknown length. */
function streamed(bytes: Buffer): ReadableStream {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + 65_536))
      at += 65_536
    },
  })
}

async function forgetLimits() {
  await site.db.delete(rateLimits)
  await site.db.delete(rateBuckets)
}

describe('the quota of an account', () => {
  it('is small until the email is confirmed, and the refusal says how to get more', async () => {
    const person = await unconfirmed()
    const refused = await ask(person, 1.5 * MB)
    expect([refused.status, refused.body.code]).toEqual([413, 'quota'])
    expect(refused.body.error).toBe(
      'This file (1.5 MB) doesn’t fit: you have 1 MB left of 1 MB. Confirm your email to get 4 MB, then try again.',
    )
    await site.db.update(accounts).set({ emailVerifiedAt: sql`now()` }).where(eq(accounts.id, person.id))
    expect((await ask(person, 1.5 * MB)).status).toBe(200)
    const again = await ask(person, 3 * MB)
    expect([again.status, again.body.error]).toEqual([
      413,
      'This file (3 MB) doesn’t fit: you have 2.5 MB left of 4 MB. Delete posts or files that you no longer need, then try again.',
    ])
    const swahili = await person.call(
      'POST',
      '/api/uploads',
      { filename: 'a.mp3', contentType: 'audio/mpeg', size: 3 * MB },
      { cookie: 'language=sw' },
    )
    expect(swahili.body.code).toBe('quota')
  })

  it('counts stored files, claimed or not, and frees their room when the post is deleted', async () => {
    const person = await confirmed()
    const first = await uploadFile(site, person, sound(2 * MB), { contentType: 'audio/mpeg', size: 2 * MB })
    await uploadFile(site, person, sound(1.5 * MB), { contentType: 'audio/mpeg', size: 1.5 * MB })
    expect(await usedBy(person)).toBe(3.5 * MB)
    const posted = await post(person, first)
    expect(posted.status).toBe(201)
    expect((await ask(person, MB)).body.code).toBe('quota')
    expect((await person.call('DELETE', `/api/media/${posted.body.id}`)).status).toBe(200)
    expect(await usedBy(person)).toBe(1.5 * MB)
    expect((await ask(person, MB)).status).toBe(200)
  })

  it('applies to data URLs and the profile photo', async () => {
    const person = await unconfirmed()
    const refused = await post(person, dataUrl(sound(1_250_000)))
    expect([refused.status, refused.body.code]).toEqual([413, 'quota'])
    expect((await post(person, dataUrl(sound(1_040_000)))).status).toBe(201)
    const photo = `data:image/jpeg;base64,${(await phonePhoto(2400, 1800)).toString('base64')}`
    const set = await person.call('PUT', '/api/auth/profile/photo', { fileUrl: photo })
    expect([set.status, set.body.code]).toEqual([413, 'quota'])
    expect(await site.db.select().from(files).where(eq(files.uploaderId, person.id))).toHaveLength(1)
  })

  it('counts texts with their versions, drafts, transcripts, comments and stored answers', async () => {
    const person = await unconfirmed()
    const content = () => `<p>${randomBytes(250_000).toString('base64')}</p>`
    const write = (key?: string) =>
      person.call(
        'POST',
        '/api/articles',
        { title: 'Sample', category: 'Sample', content: content() },
        key ? { 'idempotency-key': key } : {},
      )
    const first = await write()
    expect(first.status).toBe(201)
    const one = await usedBy(person)
    expect(one).toBeGreaterThan(300_000)
    const refused = await write()
    expect([refused.status, refused.body.code]).toEqual([413, 'quota'])
    expect(refused.body.error).toBe(
      'This text doesn’t fit: your texts and files would take more than 1 MB. Confirm your email to get 4 MB, then try again.',
    )
    expect(await usedBy(person)).toBe(one)
    const fields = { text: randomBytes(300_000).toString('base64') }
    const draft = { kind: 'article', title: 'Sample', fields, deviceId: randomUUID() }
    const grown = async (status: number, method: string, path: string, body: object) => {
      const before = await usedBy(person)
      expect((await person.call(method, path, body)).status).toBe(status)
      return (await usedBy(person)) - before
    }
    expect(await grown(413, 'PUT', `/api/drafts/${randomUUID()}`, draft)).toBe(0)
    const comment = { text: 'Sample comment' }
    expect(await grown(201, 'POST', `/api/entries/${first.body.id}/comments`, comment)).toBeGreaterThan(13)
    expect(await grown(200, 'DELETE', `/api/articles/${first.body.id}`, {})).toBeLessThanOrEqual(-one)
    expect((await write('a sample key')).status).toBe(201)
    // The answer is stored, too.
    expect(await usedBy(person)).toBeGreaterThan(one + 200_000)
  })

  it('counts each change of a text, transcripts and reports', async () => {
    const [person, other] = [await unconfirmed(), await confirmed()]
    const grown = async (method: string, path: string, body: object) => {
      const before = await usedBy(person)
      expect((await person.call(method, path, body)).status).toBeLessThan(300)
      return (await usedBy(person)) - before
    }
    const original = () => randomBytes(3_000).toString('base64')
    const { body: entry } = await person.call('POST', '/api/poems', { title: 'Sample', original: original() })
    // The size of the entry stays the same, and its version is added.
    expect(await grown('PATCH', `/api/poems/${entry.id}`, { original: original() })).toBeGreaterThan(3_000)
    const { body: recording } = await post(other, dataUrl(sound()))
    const text = randomBytes(3_000).toString('base64')
    expect(await grown('POST', `/api/media/${recording.id}/transcripts`, { text })).toBeGreaterThan(2_000)
    const report = { entryId: recording.id, reason: 'other', words: randomBytes(600).toString('base64') }
    expect(await grown('POST', '/api/reports', report)).toBeGreaterThan(500)
  })

  it('can’t be exceeded by many texts at the same time', async () => {
    const person = await unconfirmed()
    const content = `<p>${randomBytes(60_000).toString('base64')}</p>`
    const write = () => person.call('POST', '/api/articles', { title: 'Sample', category: 'Sample', content })
    const answers = await Promise.all(Array.from({ length: 40 }, write))
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([201, 413]))
    expect(await usedBy(person)).toBeLessThanOrEqual(MB)
  })

  it('applies to a body of unannounced length, to the byte', async () => {
    const person = await unconfirmed()
    await uploadFile(site, person, sound(0.5 * MB), { contentType: 'audio/mpeg' })
    const { uploadUrl } = await askAddress(person, { contentType: 'audio/mpeg' })
    const tooMuch = await put(site, uploadUrl, streamed(sound(0.5 * MB + 1)))
    expect([tooMuch.status, tooMuch.body.code]).toEqual([413, 'quota'])
    expect(await usedBy(person)).toBe(0.5 * MB)
    expect((await put(site, uploadUrl, streamed(sound(0.5 * MB)))).status).toBe(200)
    expect(await usedBy(person)).toBe(MB)
  })

  it('can’t be exceeded by many uploads at the same time', { timeout: 60_000 }, async () => {
    const person = await confirmed()
    const answers = []
    for (let round = 0; round < 2; round++) {
      await forgetLimits()
      answers.push(...(await Promise.all(Array.from({ length: 100 }, () => ask(person, 300_000)))))
    }
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(13)
    expect(statuses.filter((status) => status === 413)).toHaveLength(187)
    await forgetLimits()
    const other = await confirmed()
    const addresses = await Promise.all(
      Array.from({ length: 20 }, () => askAddress(other, { contentType: 'audio/mpeg' })),
    )
    const sent = await Promise.all(addresses.map(({ uploadUrl }) => put(site, uploadUrl, streamed(sound(0.5 * MB)))))
    expect(sent.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(8)
    expect(await usedBy(other)).toBeLessThanOrEqual(4 * MB)
  })

  it('counts a file once if it is sent several times to one address at the same time', async () => {
    const person = await confirmed()
    const { uploadUrl } = await askAddress(person, { contentType: 'audio/mpeg', size: MB })
    const sent = await Promise.all([1, 2, 3].map(() => put(site, uploadUrl, streamed(sound(MB)))))
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await usedBy(person)).toBe(MB)
    expect(await site.db.select().from(uploadReservations)).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ accountId: person.id })]),
    )
  })
})

describe('the quota and files in pieces', () => {
  const begin = async (person: Person, size: number) =>
    (await ask(person, size)).body as { resumeUrl: string; fileUrl: string }

  it('reserves the declared size at creation', async () => {
    const person = await confirmed()
    const { resumeUrl } = await begin(person, 3 * MB)
    expect(await usedBy(person)).toBe(3 * MB)
    expect((await ask(person, 1.5 * MB)).status).toBe(413)
    // The server refuses more than was declared.
    const lie = await patch(site.app, resumeUrl, 0, sound(3.5 * MB))
    expect(lie.status).toBe(413)
    expect(await usedBy(person)).toBeLessThanOrEqual(3 * MB)
  })

  it('counts the arrived bytes of a paused upload, and not the rest', async () => {
    const person = await confirmed()
    const { resumeUrl } = await begin(person, 3 * MB)
    expect((await patch(site.app, resumeUrl, 0, sound(MB))).status).toBe(204)
    expect(await usedBy(person)).toBe(MB)
    const other = await uploadFile(site, person, sound(2.5 * MB), { contentType: 'audio/mpeg' })
    const refused = await patch(site.app, resumeUrl, MB, sound(2 * MB))
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([413, 'quota'])
    expect(await offsetOf(site.app, resumeUrl)).toBe(MB)
    const posted = await post(person, other)
    await person.call('DELETE', `/api/media/${posted.body.id}`)
    expect((await patch(site.app, resumeUrl, MB, sound(2 * MB))).status).toBe(204)
    expect(await usedBy(person)).toBe(3 * MB)
  })

  it('frees the room of a deleted upload, and of the pieces of a file that was then sent in one request', async () => {
    const person = await confirmed()
    const { resumeUrl } = await begin(person, 3 * MB)
    await patch(site.app, resumeUrl, 0, sound(2 * MB))
    expect((await site.app.request(resumeUrl, { method: 'DELETE', headers: tusHeaders })).status).toBe(204)
    expect(await usedBy(person)).toBe(0)
    const twice = (await ask(person, 2 * MB)).body
    await patch(site.app, twice.resumeUrl, 0, sound(1.5 * MB))
    expect((await put(site, twice.uploadUrl, sound(2 * MB))).status).toBe(200)
    expect(await usedBy(person)).toBe(2 * MB)
    const folder = join(site.dataDir, 'pieces')
    expect(existsSync(folder) ? readdirSync(folder) : []).not.toContain(idOf(twice.fileUrl))
  })

  it('still counts the pieces of a file after an upload of it in one request fails', async () => {
    const person = await confirmed()
    const { resumeUrl, uploadUrl } = (await ask(person, 3 * MB)).body
    await patch(site.app, resumeUrl, 0, sound(2 * MB))
    expect((await put(site, uploadUrl, streamed(sound(1000)))).status).toBe(400)
    expect(await usedBy(person)).toBe(2 * MB)
  })

  it('frees the room of uploads two minutes after their server was killed', async () => {
    const person = await confirmed()
    await begin(person, 3 * MB)
    expect((await ask(person, 3 * MB)).status).toBe(413)
    await site.db.execute(sql`update upload_reservations set held_until = held_until - interval '121 seconds'`)
    expect((await ask(person, 3 * MB)).status).toBe(200)
  })

  it('the hourly sweep deletes the reservations of abandoned uploads', async () => {
    const person = await confirmed()
    const { fileUrl, resumeUrl } = await begin(person, 2 * MB)
    await patch(site.app, resumeUrl, 0, sound(MB))
    await site.db.execute(sql`update upload_reservations set held_until = now() - interval '25 hours'`)
    await site.db.execute(sql`update files set created_at = now() - interval '25 hours' where id = ${idOf(fileUrl)}`)
    await site.db.execute(sql`select graphile_worker.add_job('media:sweep')`)
    await site.runJobs()
    expect(await usedBy(person)).toBe(0)
    expect(await site.db.select().from(uploadReservations).where(eq(uploadReservations.accountId, person.id))).toEqual(
      [],
    )
  })
})

it('a member sees how much they use, and how much they get by confirming their email', async () => {
  const person = await unconfirmed()
  await uploadFile(site, person, sound(1000), { contentType: 'audio/mpeg' })
  const usage = await person.call('GET', '/api/uploads/usage')
  expect(usage.body).toEqual({ used: 1000, allowed: MB, allowedConfirmed: 4 * MB })
  expect((await site.call('GET', '/api/uploads/usage')).status).toBe(401)
})

it('an import counts against its keeper’s quota until its file is no longer needed', async () => {
  const keeper = await site.person({ roles: ['keeper'], unconfirmed: true })
  const begun = await keeper.call('POST', '/api/imports', { type: 'vocabulary', fileName: 'sample.csv' })
  const send = (bytes: Buffer) => put(site, begun.body.uploadUrl, bytes)
  const rows = (count: number) => Buffer.from(`Word,Gloss\n${'sampleb,one\n'.repeat(count)}`)
  const refused = await send(rows(110_000))
  expect([refused.status, refused.body.code]).toEqual([413, 'quota'])
  expect(await usedBy(keeper)).toBe(0)
  const small = rows(100)
  expect((await send(small)).status).toBe(200)
  expect(await usedBy(keeper)).toBe(small.length)
  await site.runJobs()
  await keeper.call('DELETE', `/api/imports/${begun.body.import.id}`)
  await site.runJobs()
  expect(await usedBy(keeper)).toBe(0)
})
