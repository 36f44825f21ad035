import { beforeAll, expect, it } from 'vitest'
import { cast, type Person, testSite } from '#test/harness.ts'
import { sound, uploadFile } from '#test/samples.ts'

const site = testSite()
const { member, other } = cast(site)

const ids: string[] = []

beforeAll(async () => {
  for (const name of ['first', 'second', 'third'])
    ids.push((await member.call('POST', '/api/vocabulary', { form: `artificial ${name}`, english: name })).body.id)
})

async function say(speaker: Person, id: string | undefined) {
  const fileUrl = await uploadFile(site, speaker, sound(4000), { contentType: 'audio/mpeg', filename: 'voice.mp3' })
  expect((await speaker.call('POST', `/api/vocabulary/${id}/pronunciations`, { fileUrl })).status).toBe(201)
}

async function listed(reader: Person, list: string): Promise<string[]> {
  const { body } = await reader.call('GET', `/api/record/words?list=${list}`)
  return body.items.map(({ english }: { english: string }) => english)
}

it('lists words without a recording, and words that the caller hasn’t recorded, in the order they were added', async () => {
  await say(other, ids[1])
  expect(await listed(member, 'silent')).toEqual(['first', 'third'])
  expect(await listed(member, 'unsaid')).toEqual(['first', 'second', 'third'])
  expect(await listed(other, 'unsaid')).toEqual(['first', 'third'])
  await say(member, ids[0])
  expect(await listed(member, 'unsaid')).toEqual(['second', 'third'])
  expect(await listed(other, `unsaid&after=${ids[1]}`)).toEqual(['third', 'first'])
  expect(await listed(other, `unsaid&after=${ids[2]}&limit=1`)).toEqual(['first'])
})

it('lists no words that the caller may not see, and refuses guests and unknown lists', async () => {
  const keeper = await site.person({ roles: ['keeper'] })
  const hidden = { form: 'artificial fourth', english: 'fourth', visibility: 'keepers' }
  expect((await keeper.call('POST', '/api/vocabulary', hidden)).status).toBe(201)
  expect(await listed(other, 'unsaid')).not.toContain('fourth')
  expect((await site.call('GET', '/api/record/words')).status).toBe(401)
  expect((await member.call('GET', '/api/record/words?list=other')).status).toBe(400)
})
