import sharp from 'sharp'
import { expect, it } from 'vitest'
import { gifWithoutTags } from './gif.ts'

/** Returns an animation of this many frames, with a comment and a text of another program in front of them. */
async function animation(frames: number): Promise<Buffer> {
  const [width, height] = [16, 12]
  const pixels = Buffer.from(Array.from({ length: width * height * frames * 3 }, (_, at) => (at * 7) % 256))
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const
  const gif = await sharp(pixels, { raw })
    .gif({ loop: 3, delay: Array(frames).fill(100) })
    .toBuffer()
  const start = 13 + (gif.readUInt8(10) & 0x80 ? 3 * 2 ** ((gif.readUInt8(10) & 7) + 1) : 0)
  const comment = Buffer.concat([Buffer.of(0x21, 0xfe, 14), Buffer.from('Secret comment'), Buffer.of(0)])
  const program = Buffer.concat([Buffer.of(0x21, 0xff, 11), Buffer.from('XMP DataXMP'), Buffer.of(6)])
  const xmp = Buffer.concat([program, Buffer.from('Secret'), Buffer.of(0)])
  return Buffer.concat([gif.subarray(0, start), comment, xmp, gif.subarray(start)])
}

const framesOf = (gif: Buffer) => sharp(gif, { animated: true }).raw().toBuffer()

it('removes what programs and people wrote into a GIF, and leaves every frame and the repetitions', async () => {
  const original = await animation(5)
  const clean = gifWithoutTags(original)
  expect(original.includes('Secret')).toBe(true)
  expect(clean.includes('Secret')).toBe(false)
  expect(await sharp(clean, { animated: true }).metadata()).toMatchObject({ pages: 5, loop: 3 })
  expect((await framesOf(clean)).equals(await framesOf(original))).toBe(true)
})

it('leaves out what is cut off', async () => {
  const whole = await animation(5)
  const clean = gifWithoutTags(whole.subarray(0, whole.length - 20))
  expect((await sharp(clean, { animated: true }).metadata()).pages).toBe(4)
  for (let length = 13; length < 1_000; length++) gifWithoutTags(whole.subarray(0, length))
})
