import sharp from 'sharp'
import { expect, it } from 'vitest'
import { unfoldingPng } from '#test/samples.ts'
import { hasTooManyPixels } from './pixels.ts'

/** Returns the first bytes of a JPEG or GIF whose header says this size. */
async function claiming(format: 'jpeg' | 'gif', width: number, height: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'black' } })
    .toFormat(format)
    .toBuffer()
  if (format === 'gif') {
    bytes.writeUInt16LE(width, 6)
    bytes.writeUInt16LE(height, 8)
  } else {
    const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'))
    bytes.writeUInt16BE(height, frame + 5)
    bytes.writeUInt16BE(width, frame + 7)
  }
  return bytes
}

it.each([
  ['image/png', () => unfoldingPng(20_001, 10_000), true],
  ['image/png', () => unfoldingPng(20_000, 10_000), false],
  ['image/jpeg', () => claiming('jpeg', 20_001, 10_000), true],
  ['image/jpeg', () => claiming('jpeg', 12_000, 9_000), false],
  ['image/gif', () => claiming('gif', 20_001, 10_000), true],
  ['image/gif', () => claiming('gif', 800, 600), false],
  ['image/heic', () => Buffer.alloc(4_100, 0xff), false],
])('judges the size in the head of an %s', async (type, make, tooMany) => {
  const head = (await make()).subarray(0, 4_100)
  expect(hasTooManyPixels(type, head)).toBe(tooMany)
  for (let length = 0; length < 40; length++)
    expect(() => hasTooManyPixels(type, head.subarray(0, length))).not.toThrow()
})
