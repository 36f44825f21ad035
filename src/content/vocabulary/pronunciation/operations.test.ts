import { expect, test } from 'vitest'
import { buildWord } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { getFile, phonePhoto, sound, uploadFile } from '#test/samples.ts'
import type { Word } from '../schema.ts'

const site = testSite()
const { member, other, keeper, moderator } = cast(site)

const paths = (word: Word) => ({
  word: `/api/vocabulary/${word.id}`,
  voices: `/api/vocabulary/${word.id}/pronunciations`,
})
const record = (by: Person) => uploadFile(site, by, sound(), { contentType: 'audio/mpeg' })

test('a word has its author’s recording and picture, for everyone who may see it', async () => {
  const [pronunciation, picture] = await Promise.all([record(member), uploadFile(site, member, await phonePhoto())])
  const word = await buildWord(member, { pronunciation, picture, visibility: 'members' })
  expect(word).toMatchObject({ pronunciation, picture, cover: { kind: 'image' } })
  expect(word.voice).toMatchObject({ file: { url: pronunciation, size: 20_000 }, speaker: { id: member.id } })
  expect((await other.call('GET', `/api/vocabulary?q=${word.form}`)).body.items[0].voice).toEqual(word.voice)
  await site.runJobs({ copies: true })
  for (const file of [pronunciation, picture]) {
    expect((await getFile(site, file, other)).status).toBe(200)
    expect((await getFile(site, file)).status).toBe(404)
  }
})

test('members can record other people’s words under their own name, without affecting the confirmation', async () => {
  const word = await buildWord(keeper)
  const { voices } = paths(word)
  const fileUrl = await record(member)
  const { status, body } = await member.call('POST', voices, { fileUrl })
  expect(status).toBe(201)
  expect(body.items).toMatchObject([{ file: { url: fileUrl }, speaker: { id: member.id } }])
  await other.call('POST', voices, { fileUrl: await record(other) })
  const { body: heard } = await site.call('GET', voices)
  expect(heard.items.map(({ speaker }: { speaker: { id: string } }) => speaker.id)).toEqual([member.id, other.id])
  const { body: after } = await site.call('GET', paths(word).word)
  expect(after).toMatchObject({ pronunciation: fileUrl, confirmed: true, voice: { speaker: { id: member.id } } })
  expect((await getFile(site, fileUrl)).status).toBe(200)
})

test('a new recording by the same member replaces the earlier one', async () => {
  const word = await buildWord(keeper)
  const [first, second] = [await record(member), await record(member)]
  await member.call('POST', paths(word).voices, { fileUrl: first })
  const { body } = await member.call('POST', paths(word).voices, { fileUrl: second })
  expect(body.items.map(({ file }: { file: { url: string } }) => file.url)).toEqual([second])
  expect((await getFile(site, first, member)).status).toBe(404)
  expect((await getFile(site, second)).status).toBe(200)
})

test('a recording can be deleted by its speaker, a keeper or a moderator', async () => {
  const word = await buildWord(other)
  const { voices } = paths(word)
  for (const by of [member, keeper, moderator]) {
    const { body } = await member.call('POST', voices, { fileUrl: await record(member) })
    const path = `${voices}/${body.items[0].id}`
    expect((await other.call('DELETE', path)).status).toBe(403)
    expect((await by.call('DELETE', path)).status).toBe(200)
    expect((await by.call('DELETE', path)).status).toBe(404)
    expect((await site.call('GET', voices)).body.items).toEqual([])
    expect((await getFile(site, body.items[0].file.url, member)).status).toBe(404)
  }
})

test('members can add only their own recordings, and only for words that they may read', async () => {
  const word = await buildWord(member, { visibility: 'members' })
  const { voices } = paths(word)
  const fileUrl = await record(other)
  expect((await site.call('POST', voices, { fileUrl })).status).toBe(401)
  expect((await site.call('GET', voices)).status).toBe(404)
  expect((await member.call('POST', voices, { fileUrl })).status).toBe(400)
  const picture = await uploadFile(site, member, await phonePhoto())
  expect((await member.call('POST', voices, { fileUrl: picture })).body.issues[0].path).toBe('fileUrl')
  await moderator.call('PATCH', paths(word).word, { state: 'hidden', reason: 'x' })
  expect((await other.call('POST', voices, { fileUrl })).status).toBe(404)
  expect((await member.call('POST', voices, { fileUrl: await record(member) })).status).toBe(409)
})

test('changing a word keeps its recordings, deleting it removes them', async () => {
  const pictures = [
    await uploadFile(site, member, await phonePhoto()),
    await uploadFile(site, member, await phonePhoto()),
  ]
  const word = await buildWord(member, { picture: pictures[0] })
  const voice = await record(other)
  await other.call('POST', paths(word).voices, { fileUrl: voice })
  const { body } = await member.call('PATCH', paths(word).word, { picture: pictures[1] })
  expect(body).toMatchObject({ picture: pictures[1], pronunciation: voice })
  expect((await getFile(site, pictures[0] ?? '', member)).status).toBe(404)
  expect((await member.call('PATCH', paths(word).word, { picture: null })).body).toMatchObject({
    picture: null,
    pronunciation: voice,
  })
  expect((await other.call('PATCH', paths(word).word, { pronunciation: await record(other) })).status).toBe(403)
  await member.call('DELETE', paths(word).word)
  expect((await getFile(site, voice, other)).status).toBe(404)
})

test('deleting an account with its entries deletes its recordings too', async () => {
  const speaker = await site.person()
  const word = await buildWord(member)
  await speaker.call('POST', paths(word).voices, { fileUrl: await record(speaker) })
  const answer = await speaker.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'delete' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect((await site.call('GET', paths(word).voices)).body.items).toEqual([])
})
