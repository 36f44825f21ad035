import { beforeAll, describe, expect, it } from 'vitest'
import { buildArticle } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { ffmpegIsHere, record } from '#test/recordings.ts'
import { getFile, sound, uploadFile } from '#test/samples.ts'

const site = testSite()
const { member, other } = cast(site)
let entryId: string
let articleId: string
let count = 0

beforeAll(async () => {
  entryId = (await buildWord()).id
  articleId = (await buildArticle(other)).id
})

async function buildWord(more: Record<string, unknown> = {}) {
  const word = { form: `artificialword${++count}`, english: `artificialgloss${count}`, ...more }
  return (await member.call('POST', '/api/vocabulary', word)).body
}

const refusal = 'Nothing could be heard in this recording. Record it again.'
const lavfi = (source: string) => ['-f', 'lavfi', '-i', source, '-ac', '1']
const zeros = 'anullsrc=d=1:r=48000'
const tone = (seconds: number, gain = '0.5') => `sine=f=300:d=${seconds},volume=${gain}`
const upload = (bytes: Buffer, contentType: string) => uploadFile(site, member, bytes, { contentType })

/** Returns the answers of all operations that take the recording of a voice. */
async function sendEverywhere(url: () => Promise<string>) {
  const text = { original: 'sample line', title: 'Sample poem title' }
  return Promise.all([
    member.call('POST', `/api/vocabulary/${entryId}/pronunciations`, { fileUrl: await url() }),
    member.call('POST', `/api/entries/${articleId}/comments`, { voice: await url() }),
    member.call('POST', '/api/proverbs', { original: 'sample line', recording: await url() }),
    member.call('POST', '/api/poems', { ...text, recording: await url() }),
    member.call('POST', '/api/vocabulary', {
      ...{ form: `artificialword${++count}`, english: `artificialgloss${count}`, pronunciation: await url() },
    }),
  ])
}

describe.skipIf(!ffmpegIsHere)('the recording of a voice', () => {
  it.each([
    ['only a header', () => record('zeros.webm', lavfi(zeros)).subarray(0, 220), 'audio/webm'],
    ['zeros in WebM', () => record('zeros.webm', lavfi(zeros)), 'audio/webm'],
    ['zeros in WAV', () => record('zeros.wav', lavfi(zeros)), 'audio/wav'],
    ['a tenth of a second', () => record('short.wav', lavfi(tone(0.1))), 'audio/wav'],
    ['a tone below -60 dB', () => record('low.wav', lavfi(tone(1, '-54dB'))), 'audio/wav'],
    ['damage', () => Buffer.concat([sound(104), Buffer.alloc(5000, 7)]), 'audio/mpeg'],
  ])('is refused with %s, and not published', async (_, make, contentType) => {
    const pronunciations = `/api/vocabulary/${entryId}/pronunciations`
    const { status, body } = await member.call('POST', pronunciations, { fileUrl: await upload(make(), contentType) })
    expect([status, body.issues?.[0]]).toEqual([400, { path: 'fileUrl', message: refusal }])
    expect((await member.call('GET', pronunciations)).body.items).toEqual([])
  })

  it('is refused by every operation that takes one', async () => {
    for (const { status, body } of await sendEverywhere(() => upload(record('zeros.wav', lavfi(zeros)), 'audio/wav')))
      expect([status, body.issues?.[0].message]).toEqual([400, refusal])
  })

  it('is accepted with a soft voice, also if it begins late or its channels cancel each other out', async () => {
    const late = `${tone(1, '0.02')},adelay=2000`
    const opposed = ['-f', 'lavfi', '-i', 'aevalsrc=0.1*sin(1900*t)|-0.1*sin(1900*t):d=1']
    for (const bytes of [record('late.wav', lavfi(late)), record('opposed.wav', opposed), sound(1300)])
      for (const { status } of await sendEverywhere(() => upload(bytes, 'audio/wav'))) expect(status).toBe(201)
  })

  it('that turns out to be silent later isn’t shown to others, its word can be recorded again, and its giver is told', async () => {
    const [word, poem] = await withoutFfmpeg(async () => {
      const silent = () => upload(record('zeros.wav', lavfi(zeros)), 'audio/wav')
      return [
        await buildWord({ pronunciation: await silent() }),
        (
          await member.call('POST', '/api/poems', {
            title: 'Silent sample',
            original: 'line',
            recording: await silent(),
          })
        ).body,
      ] as const
    })
    expect([word.voice, poem.recording]).toEqual([expect.anything(), expect.anything()])
    await site.runJobs({ copies: [word.pronunciation, poem.recording.url] })
    const voicesFor = async (by: Pick<Person, 'call'>) =>
      (await by.call('GET', `/api/vocabulary/${word.id}/pronunciations`)).body.items
    expect(await voicesFor(other)).toEqual([])
    expect(await voicesFor(member)).toMatchObject([{ unheard: true }])
    expect((await other.call('GET', `/api/vocabulary/${word.id}`)).body.voice).toBeNull()
    expect((await other.call('GET', `/api/poems/${poem.id}`)).body.recording).toBeNull()
    const { items } = (await member.call('GET', '/api/record/words?list=unsaid')).body
    expect(items.map(({ id }: { id: string }) => id)).toContain(word.id)
    const told = (await member.call('GET', '/api/notifications')).body.items
    expect(told.map(({ title }: { title: string }) => title)).toEqual(
      Array(2).fill('Nothing could be heard in photo.jpg'),
    )
    expect((await getFile(site, word.pronunciation, member)).status).toBe(200)
  })
})

async function withoutFfmpeg<T>(work: () => Promise<T>): Promise<T> {
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  try {
    return await work()
  } finally {
    process.env.PATH = PATH
  }
}
