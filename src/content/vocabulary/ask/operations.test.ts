import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '#content/media/table.ts'
import { accounts } from '#core/tables.ts'
import { buildWord } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { getFile, idOf, phonePhoto, put, sound, uploadFile } from '#test/samples.ts'
import { asks } from '../table.ts'

const site = testSite()
const { member, other, keeper } = cast(site, { member: { name: 'Asking Member' } })

/** Makes a link and returns its id and token. */
async function linkFor(word: { id: string }, by: Person = member) {
  const { status, body } = await by.call('POST', `/api/vocabulary/${word.id}/asks`)
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: body.id as string, token: new URLSearchParams(body.path.split('?')[1]).get('token') ?? '' }
}

const said = { filename: 'recording.webm', contentType: 'audio/mpeg', size: 20_000 }
/** Uploads a recording as the person with the link, who has no account. */
async function record(token: string, bytes = sound(20_000)): Promise<string> {
  const { status, body } = await site.call('POST', '/api/asked/uploads', { token, ...said, size: bytes.length })
  expect(status, JSON.stringify(body)).toBe(200)
  expect((await put(site, body.uploadUrl, bytes)).status).toBe(200)
  return body.fileUrl
}

async function answer(token: string) {
  const files = { word: await record(token), consent: await record(token) }
  return { files, ...(await give(token, files)) }
}

type Given = { word?: string | undefined; consent?: string | undefined }
const give = (token: string, files: Given) => site.call('POST', '/api/asked', { token, ...files })
const open = async (token: string) => (await site.call('POST', '/api/asked/opening', { token })).body.ask

const voicesOf = async (word: { id: string }, by?: Person) =>
  (await (by?.call ?? site.call)('GET', `/api/vocabulary/${word.id}/pronunciations`)).body.items
const waiting = async (by = keeper): Promise<any[]> =>
  (await by.call('GET', '/api/keepers/voices?limit=100')).body.items
const age = (id: string, days: number) =>
  site.db
    .update(asks)
    .set({ createdAt: sql`now() - ${days} * interval '1 day'` })
    .where(eq(asks.id, id))

test('someone without an account says a word, and a keeper hears both recordings before anyone else', async () => {
  const word = await buildWord(keeper)
  const link = await linkFor(word)
  expect(await open(link.token)).toMatchObject({ word: { id: word.id }, asker: 'Asking Member', answered: false })
  const { status, files: given } = await answer(link.token)
  expect(status).toBe(201)
  expect((await open(link.token)).answered).toBe(true)
  await site.runJobs({ copies: true })
  for (const file of Object.values(given)) {
    for (const by of [undefined, member, other]) expect((await getFile(site, file, by)).status).toBe(404)
    expect((await getFile(site, file, keeper)).status).toBe(200)
  }
  expect(await voicesOf(word, keeper)).toEqual([])
  const [voice] = (await waiting()).filter(({ word: { id } }) => id === word.id)
  expect(voice).toMatchObject({
    id: link.id,
    asker: { id: member.id },
    voice: { url: given.word },
    consent: { url: given.consent },
  })
  expect((await keeper.call('GET', '/api/keepers/counts')).body.voices).toBeGreaterThan(0)

  const accept = (by: Person) => by.call('POST', `/api/keepers/voices/${link.id}`, { name: 'Sample Speaker' })
  expect((await accept(other)).status).toBe(403)
  expect((await accept(keeper)).status).toBe(200)
  expect((await accept(keeper)).status).toBe(404)
  expect(await voicesOf(word)).toMatchObject([{ file: { url: given.word }, speaker: null, spokenBy: 'Sample Speaker' }])
  expect((await getFile(site, given.word)).status).toBe(200)
  expect((await getFile(site, given.consent, other)).status).toBe(404)
  expect((await voicesOf(word, keeper))[0].consent).toBe(given.consent)
  expect((await voicesOf(word, other))[0].consent).toBeUndefined()
  expect(await open(link.token)).toBeNull()
  const [mail] = await site.mails(member.email)
  expect(mail?.text).toContain('Now everyone can hear it.')

  expect((await keeper.call('DELETE', `/api/vocabulary/${word.id}/pronunciations/${idOf(given.word)}`)).status).toBe(
    200,
  )
  for (const file of Object.values(given)) expect((await getFile(site, file, keeper)).status).toBe(404)
})

test('a link works once, also when it is used twice at the same time', async () => {
  const word = await buildWord(keeper)
  const { token, id } = await linkFor(word)
  const takes = [await record(token), await record(token), await record(token), await record(token)]
  const [a, b, c, d] = takes
  const answers = await Promise.all([give(token, { word: a, consent: b }), give(token, { word: c, consent: d })])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await give(token, { word: c, consent: d })).status).toBe(409)
  expect((await site.call('POST', '/api/asked/uploads', { token, ...said })).status).toBe(409)
  expect((await waiting()).filter((voice) => voice.id === id)).toHaveLength(1)
  // Recordings that the answer left out are deleted.
  const left = await site.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.uploaderId, member.id), sql`${files.entryId} is null`))
  for (const take of takes) expect(left.map((file) => file.id)).not.toContain(idOf(take))
})

test('a link’s token is stored nowhere, not even in the answer to a repeated request', async () => {
  const word = await buildWord(keeper)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const { body } = await member.call('POST', `/api/vocabulary/${word.id}/asks`, undefined, key)
  const token = new URLSearchParams(body.path.split('?')[1]).get('token') ?? ''
  expect((await open(token)).word.id).toBe(word.id)
  const { rows } = await site.db.execute(sql`select answer from idempotency_keys`)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a link stops working after seven days, when it is taken back, and when guests can’t see its word any more', async () => {
  const word = await buildWord(keeper)
  const stops = async (token: string) => {
    expect(await open(token)).toBeNull()
    expect((await site.call('POST', '/api/asked/uploads', { token, ...said })).status).toBe(404)
    expect((await give(token, { word: '/files/x', consent: '/files/y' })).status).toBe(404)
  }
  await stops('a-guess')
  const old = await linkFor(word)
  await age(old.id, 6.9)
  expect(await open(old.token)).not.toBeNull()
  await age(old.id, 7.1)
  await stops(old.token)

  const back = await linkFor(word)
  const upload = await record(back.token)
  expect((await other.call('DELETE', `/api/asks/${back.id}`)).status).toBe(404)
  expect((await member.call('DELETE', `/api/asks/${back.id}`)).status).toBe(200)
  await stops(back.token)
  expect((await getFile(site, upload, member)).status).toBe(404)
  // The link that is too old was deleted when the next one was made.
  expect((await member.call('GET', `/api/vocabulary/${word.id}/asks`)).body.items).toEqual([])

  const hidden = await linkFor(word)
  await keeper.call('PATCH', `/api/vocabulary/${word.id}`, { visibility: 'members' })
  await stops(hidden.token)
})

test('an answer that was given before its link was taken back is deleted with it', async () => {
  const word = await buildWord(keeper)
  const { token, id } = await linkFor(word)
  const { files: given } = await answer(token)
  expect((await member.call('DELETE', `/api/asks/${id}`)).status).toBe(200)
  for (const file of Object.values(given)) expect((await getFile(site, file, keeper)).status).toBe(404)
  expect((await keeper.call('POST', `/api/keepers/voices/${id}`, { name: 'Sample Speaker' })).status).toBe(404)
})

test('a keeper can decline an answer, and the member who asked is told', async () => {
  const asker = await site.person()
  const word = await buildWord(keeper)
  const { token, id } = await linkFor(word, asker)
  const { files: given } = await answer(token)
  expect((await keeper.call('DELETE', `/api/asks/${id}`)).status).toBe(200)
  for (const file of Object.values(given)) expect((await getFile(site, file, keeper)).status).toBe(404)
  const [mail] = await site.mails(asker.email)
  expect(mail?.text).toContain('couldn’t add it')
})

test('with a link, only recordings that were sent with it can be given, and each only once', async () => {
  const word = await buildWord(keeper)
  const first = await linkFor(word)
  const second = await linkFor(word)
  const own = await uploadFile(site, member, sound(), { contentType: 'audio/mpeg' })
  const [a, b, foreign] = [await record(first.token), await record(first.token), await record(second.token)]
  const refusedAt = async (files: Given) =>
    (await give(first.token, files)).body.issues?.map(({ path }: { path: string }) => path)
  expect(await refusedAt({ word: own, consent: a })).toEqual(['word'])
  expect(await refusedAt({ word: a, consent: foreign })).toEqual(['consent'])
  expect(await refusedAt({ word: a, consent: a })).toEqual(['consent'])
  expect(await refusedAt({ word: a })).toEqual(['consent'])
  expect((await give(first.token, { word: a, consent: b })).status).toBe(201)
  expect((await getFile(site, own, member)).status).toBe(200)
  expect((await open(second.token)).answered).toBe(false)
})

test('what a link takes is limited in size, kind and number, and counts for the member who asked', async () => {
  const word = await buildWord(keeper)
  const { token } = await linkFor(word)
  const tries = (upload: object) => site.call('POST', '/api/asked/uploads', { token, ...said, ...upload })
  expect((await tries({ size: 2 * 1024 * 1024 })).status).toBe(400)
  expect((await tries({ size: undefined })).status).toBe(400)
  const { body } = await tries({})
  expect((await put(site, body.uploadUrl, sound(30_000))).status).toBe(413)
  const photo = await phonePhoto()
  const picture = await tries({ contentType: 'image/jpeg', size: photo.length })
  await put(site, picture.body.uploadUrl, photo)
  const consent = await record(token)
  const answered = await give(token, { word: picture.body.fileUrl, consent })
  expect(answered.body.issues[0].path).toBe('word')
  const usage = async () => (await member.call('GET', '/api/uploads/usage')).body.used
  const before = await usage()
  await record(token)
  expect(await usage()).toBeGreaterThanOrEqual(before + 20_000)
  const later = await Promise.all(Array.from({ length: 30 }, () => tries({})))
  const accepted = later.filter(({ status }) => status === 200).length
  expect(accepted + 4).toBe(20)
})

test('only words that everyone can see can be asked for, by members with a confirmed email, thirty times a day', async () => {
  const ask = (word: { id: string }, by: Person) => by.call('POST', `/api/vocabulary/${word.id}/asks`)
  const hidden = await buildWord(keeper, { visibility: 'members' })
  expect((await ask(hidden, other)).body.code).toBe('not_public')
  expect((await ask(await buildWord(keeper, { visibility: 'keepers' }), other)).status).toBe(404)
  const word = await buildWord(keeper)
  expect((await site.call('POST', `/api/vocabulary/${word.id}/asks`)).status).toBe(401)
  const { kind } = site.services.mail
  Object.assign(site.services.mail, { kind: 'smtp' })
  try {
    expect((await ask(word, await site.person({ unconfirmed: true }))).body.code).toBe('email_unconfirmed')
  } finally {
    Object.assign(site.services.mail, { kind })
  }
  const eager = await site.person()
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(word, eager)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(30)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  const mine = (await eager.call('GET', `/api/vocabulary/${word.id}/asks`)).body.items
  expect(mine).toHaveLength(30)
  expect(JSON.stringify(mine)).not.toContain('token')
})

test('links and their answers are deleted with the account that asked, and the account’s export lists them', async () => {
  const asker = await site.person()
  const word = await buildWord(keeper)
  const { token } = await linkFor(word, asker)
  const { files: given } = await answer(token)
  const gone = await asker.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'keep' })
  expect(gone.status, JSON.stringify(gone.body)).toBe(200)
  for (const file of Object.values(given)) expect((await getFile(site, file, keeper)).status).toBe(404)
  expect(await open(token)).toBeNull()
})

test('a link of a disabled account doesn’t work', async () => {
  const asker = await site.person()
  const { token } = await linkFor(await buildWord(keeper), asker)
  await site.db.update(accounts).set({ disabledAt: sql`now()` }).where(eq(accounts.id, asker.id))
  expect(await open(token)).toBeNull()
})

test('a link can be answered wrongly only thirty times a day, because each attempt decodes recordings', async () => {
  const { token } = await linkFor(await buildWord(keeper), await site.person())
  const nothing = { word: '/files/x', consent: '/files/y' }
  const answers = await Promise.all(Array.from({ length: 35 }, () => give(token, nothing)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
})
