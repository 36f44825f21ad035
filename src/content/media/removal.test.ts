import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ledger } from '#content/entry/consent/table.ts'
import { buildArticle, buildEvent, buildHeritage, buildPoem } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { askAddress, phonePhoto, put, sound, uploadFile } from '#test/samples.ts'

const site = testSite()
const { author, keeper } = cast(site)

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const linesOf = (id: string) => site.db.select().from(ledger).where(eq(ledger.entryId, id))

describe('the ledger', () => {
  test('has a line for each entry that its author deleted, with its hashes and without its title', async () => {
    const photo = await phonePhoto(40, 30)
    const coverImage = await uploadFile(site, author, photo)
    const { id } = await buildArticle(author, { coverImage })
    expect((await author.call('DELETE', `/api/articles/${id}`)).status).toBe(200)
    const line = { entryId: id, type: 'article', title: null, reason: null, act: 'removed', actorId: author.id }
    expect(await linesOf(id)).toMatchObject([{ ...line, hashes: [hashOf(photo)] }])
  })

  test('has a line for an entry of any type, with the title if a keeper deleted someone else’s entry', async () => {
    const other = await site.person({ roles: ['keeper'] })
    const event = await buildEvent(author)
    const poem = await buildPoem(author)
    const heritage = await buildHeritage(keeper)
    await author.call('DELETE', `/api/events/${event.id}`)
    await author.call('DELETE', `/api/poems/${poem.id}`)
    await other.call('DELETE', `/api/heritage/${heritage.id}`)
    expect(await linesOf(event.id)).toMatchObject([{ type: 'event', title: null, hashes: [] }])
    expect(await linesOf(poem.id)).toMatchObject([{ type: 'poem', title: null }])
    expect(await linesOf(heritage.id)).toMatchObject([{ type: 'heritage', title: heritage.title, actorId: other.id }])
  })

  test('has a line for each entry deleted with an account, without the account’s name', async () => {
    const leaver = await site.person()
    const created = [await buildArticle(leaver), await buildPoem(leaver), await buildEvent(leaver)]
    const left = { password: 'test password', entries: 'delete' }
    expect((await leaver.call('DELETE', '/api/auth/account', left)).status).toBe(200)
    for (const { id } of created)
      expect(await linesOf(id)).toMatchObject([{ act: 'removed', title: null, actorId: null }])
  })
})

describe('bytes of withdrawn files', () => {
  const refusal = 'People in this file have withdrawn their permission, so it can’t be uploaded. Choose another one.'
  async function withdraw(bytes: Buffer) {
    await site.db.insert(ledger).values({
      entryId: crypto.randomUUID(),
      type: 'media',
      act: 'withdrawn',
      hashes: [hashOf(sound(3000)), hashOf(bytes)],
    })
  }
  const filesHere = async () => {
    const keys: string[] = []
    for await (const { key } of site.services.storage.list('files')) keys.push(key)
    return keys.length
  }

  test('are refused on arrival, and nothing is stored', async () => {
    const bytes = sound(4000)
    await withdraw(bytes)
    const before = await filesHere()
    const { uploadUrl, fileUrl } = await askAddress(author, { filename: 'a.mp3', contentType: 'audio/mpeg' })
    const answer = await put(site, uploadUrl, bytes)
    expect([answer.status, answer.body.error]).toEqual([400, refusal])
    expect(await filesHere()).toBe(before)
    const claim = await author.call('POST', '/api/media', { title: 'Sample', link: fileUrl })
    expect(claim.status).toBe(400)
    const other = await put(site, uploadUrl, sound(4001))
    expect(other.status).toBe(200)
  })

  test('are refused in a post even if they arrived before the withdrawal, and as a data URL', async () => {
    const bytes = sound(5000)
    const link = await uploadFile(site, author, bytes, { filename: 'a.mp3', contentType: 'audio/mpeg' })
    await withdraw(bytes)
    for (const address of [link, `data:audio/mpeg;base64,${bytes.toString('base64')}`]) {
      const { status, body } = await author.call('POST', '/api/media', { title: 'Sample', link: address })
      expect([status, body.issues]).toEqual([400, [{ path: 'link', message: refusal }]])
    }
  })

  test('stay in another entry that already has them, which can still be edited', async () => {
    const bytes = sound(6000)
    const link = await uploadFile(site, author, bytes, { filename: 'a.mp3', contentType: 'audio/mpeg' })
    const { id } = (await author.call('POST', '/api/media', { title: 'Sample', link })).body
    await withdraw(bytes)
    expect((await author.call('PATCH', `/api/media/${id}`, { title: 'Sample again' })).status).toBe(200)
  })

  test('are not refused if they were deleted without a withdrawal', async () => {
    const bytes = sound(7000)
    const sending = { filename: 'a.mp3', contentType: 'audio/mpeg' }
    const link = await uploadFile(site, author, bytes, sending)
    const { id } = (await author.call('POST', '/api/media', { title: 'Sample', link })).body
    await author.call('DELETE', `/api/media/${id}`)
    const again = await uploadFile(site, author, bytes, sending)
    expect((await author.call('POST', '/api/media', { title: 'Sample', link: again })).status).toBe(201)
  })
})
