import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { auditLog } from '#core/tables.ts'
import { buildMedia } from '#test/build.ts'
import { deep } from '#test/depth.ts'
import { knock, type PhoneFile, phoneFiles } from '#test/files/phone-files.ts'
import { phonePictures } from '#test/files/phone-pictures.ts'
import { cast, testSite } from '#test/harness.ts'
import { ffmpegIsHere, loudnessOf, probe, record, volumesOf } from '#test/recordings.ts'
import { getFile, sound, uploadFile } from '#test/samples.ts'

/** One file for each path through the conversion. The long form takes all. */
const representative = [
  ...['many.mkv', 'cover.mp3', 'sound.3gp', 'live.webm', 'voice.amr', 'short-pictures.mp4'],
  ...[
    'opposed.wav',
    'hlg.mov',
    'slow.mp4',
    'slow-hlg.mov',
    'slow-pq.mp4',
    'slides.mp4',
    'turned.jpg',
    'last-bytes.jpg',
    'wrong-ending.png',
  ],
]
const isTaken = ({ name }: { name: string }) => deep || representative.includes(name)

const site = testSite()
const { owner, other } = cast(site)

async function posted(bytes: Buffer, { name, declared }: Pick<PhoneFile, 'name' | 'declared'>) {
  const link = await uploadFile(site, owner, bytes, { contentType: declared, filename: name })
  const { id, type: before } = await buildMedia(owner, { link })
  await site.runJobs({ copies: [link] })
  return { before, after: (await owner.call('GET', `/api/media/${id}`)).body }
}

/** Returns the reasons in the activity log for which an entry's files have no copies. */
async function reasonsFor(entryId: string) {
  const failed = and(eq(auditLog.action, 'media:copies-failed'), eq(auditLog.subjectId, entryId))
  const rows = await site.db.select({ detail: auditLog.detail }).from(auditLog).where(failed)
  return rows.map(({ detail }) => detail?.reason)
}

const bytesOf = async (url: string) => Buffer.from(await (await getFile(site, url, other)).arrayBuffer())

type Variant = { url: string; kind: string }

describe.skipIf(!ffmpegIsHere)('a file from a phone, messenger, camera or recorder', () => {
  it.each(phoneFiles.filter(isTaken))('$name, declared as "$declared", is copied as what it is', async (file) => {
    const { before, after } = await posted(file.make(), file)
    expect([before, after.type, after.processing.state]).toEqual([
      file.kind.toUpperCase(),
      file.kind.toUpperCase(),
      'done',
    ])
    expect(Math.abs(after.duration - file.seconds)).toBeLessThan(0.2)
    const played: Variant[] = after.variants.filter(({ kind }: Variant) => kind === file.kind)
    expect(played.length).toBeGreaterThan(0)
    expect(after.variants.some(({ kind }: Variant) => kind === 'image')).toBe(file.kind === 'video')
    for (const { url } of played) {
      const copy = await bytesOf(url)
      expect(Math.abs(Number(probe(copy).format.duration) - file.seconds)).toBeLessThan(0.2)
      if (!file.isSilent) expect(Math.abs(loudnessOf(copy) + 16)).toBeLessThan(file.isNoise ? 4 : 1.5)
    }
  })

  it('that can’t be converted is reported to its uploader once, and the log names its format', async () => {
    const unknown = record('unknown.mkv', ['-f', 'lavfi', '-i', 'testsrc=s=64x64:d=1', '-c:v', 'ffv1'])
    const { after } = await posted(unknown, { name: 'unknown.mkv', declared: 'video/x-matroska' })
    expect([after.processing.state, after.variants]).toEqual(['failed', []])
    expect(await reasonsFor(after.id)).toEqual([expect.stringContaining('ffv1')])

    const broken = Buffer.concat([sound(104), Buffer.alloc(20_000, 7)])
    const { id } = (await posted(broken, { name: 'broken.mp3', declared: 'audio/mpeg' })).after
    await site.db.execute(`select graphile_worker.add_job('media:missed-copies')`)
    await site.runJobs({ copies: true })
    expect(await reasonsFor(id)).toHaveLength(1)

    const mails = (await site.mails(owner.email)).filter(({ text }) => text.includes('upload it again'))
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toContain('“unknown.mkv” has a format that we can’t read.')
    expect(mails[1]?.text).toContain('“broken.mp3” seems to be damaged or incomplete.')
    expect(mails[0]?.text).toContain('Save it as MP4 and upload it again')
    expect(mails[1]?.text).toContain('Record it again. If it’s a file, save it as MP3 and upload it again')
    expect(mails[1]?.text).toContain(`/media/${id}`)
    const { items } = (await owner.call('GET', '/api/notifications')).body
    expect(items.map(({ title }: { title: string }) => title)).toEqual([
      'We couldn’t convert your file broken.mp3',
      'We couldn’t convert your file unknown.mkv',
    ])
  })

  it('in HLG or PQ gets the colours of ordinary screens, and says so', async () => {
    for (const name of deep ? ['hlg.mov', 'pq.mov'] : ['hlg.mov']) {
      const file = phoneFiles.find((one) => one.name === name) as PhoneFile
      const { after } = await posted(file.make(), file)
      const [copy] = after.variants.filter(({ kind }: Variant) => kind === 'video')
      const [stream] = probe(await bytesOf(copy.url)).streams
      expect(stream).toMatchObject({ pix_fmt: 'yuv420p', color_transfer: 'bt709', color_space: 'bt709' })
    }
  })
})

describe.skipIf(!ffmpegIsHere)('the loudness of a copy', () => {
  it('comes from one gain for the whole recording: a knock on the microphone changes no voice', async () => {
    const original = knock()
    const { after } = await posted(original, { name: 'knock.wav', declared: 'audio/wav' })
    const copy = await bytesOf(after.variants[0].url)
    // These are two pieces of voice before the knock and two after it.
    const pieces = [2, 8, 11, 14].map((start) => [start, start + 0.8] as const)
    const gains = pieces.map((piece) => volumesOf(copy, piece).mean - volumesOf(original, piece).mean)
    expect(Math.max(...gains) - Math.min(...gains)).toBeLessThan(0.5)
    expect(Math.min(...gains)).toBeGreaterThan(5)
    expect(volumesOf(copy, [0, 15]).max).toBeLessThan(0)
  })
})

describe('a picture from a phone or messenger', () => {
  const needing = phonePictures.filter((one) => isTaken(one) && one.needsFfmpeg)
  const others = phonePictures.filter((one) => isTaken(one) && !one.needsFfmpeg)
  const title = '$name, declared as "$declared", is shown'
  it.each(others)(title, shows)
  it.skipIf(!ffmpegIsHere).each(needing)(title, shows)

  async function shows(picture: (typeof phonePictures)[number]) {
    const { before, after } = await posted(await picture.make(), picture)
    expect(before).toBe('IMAGE')
    expect([after.width, after.height]).toEqual([picture.width, picture.height])
    const copies: Variant[] = after.variants.filter(({ kind }: Variant) => kind === 'image')
    expect(copies.length).toBeGreaterThan(1)
    for (const { url } of copies) expect((await sharp(await bytesOf(url)).stats()).isOpaque).toBeDefined()
  }
})
