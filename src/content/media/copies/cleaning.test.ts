import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cleanFile } from './cleaning.ts'

const megabyte = 1024 * 1024

test('an index that names the same bytes again and again doesn’t fill the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'urithi-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [source, target] = [join(folder, 'source'), join(folder, 'target')]
  const clean = async (packets: number) => {
    await writeFile(source, repetitive(packets))
    return cleanFile(source, target)
  }
  expect(await clean(4)).toBe(true)
  expect((await stat(target)).size).toBeGreaterThan(4 * megabyte)
  expect(await clean(64)).toBe(false)
  expect((await stat(target)).size).toBeLessThan(10 * megabyte)
})

/** Returns an MP4 of one megabyte, whose only track has that many packets, which are all the same megabyte. */
function repetitive(packets: number): Buffer {
  const type = box('ftyp', ascii('isom'), u32(0x200), ascii('isom'))
  const description = Buffer.from('00000000031900010004114015000000000000000000000005021208060102', 'hex')
  const sample = box('mp4a', zeros(6), u16(1), zeros(8), u16(1, 16, 0, 0), u32(44100 * 65536), box('esds', description))
  const table = box(
    'stbl',
    box('stsd', u32(0, 1), sample),
    box('stts', u32(0, 1, packets, 1024)),
    box('stsc', u32(0, 1, 1, 1, 1)),
    box('stsz', u32(0, megabyte, packets)),
    box('stco', u32(0, packets, ...Array(packets).fill(type.length + 8))),
  )
  const files = box('dinf', box('dref', u32(0, 1), box('url ', u32(1))))
  const sound = box('minf', box('smhd', zeros(8)), files, table)
  const length = packets * 1024
  const media = box(
    'mdia',
    box('mdhd', u32(0, 0, 0, 44100, length, 0x55c40000)),
    box('hdlr', u32(0, 0), ascii('soun'), zeros(13)),
    sound,
  )
  const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
  const track = box(
    'trak',
    box('tkhd', u32(7, 0, 0, 1, 0, length), zeros(8), u16(0, 0, 256, 0), matrix, zeros(8)),
    media,
  )
  const header = box('mvhd', u32(0, 0, 0, 44100, length, 0x10000), u16(256), zeros(10), matrix, zeros(24), u32(2))
  return Buffer.concat([type, box('mdat', zeros(megabyte)), box('moov', header, track)])
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([u32(content.length + 8), ascii(type), content])
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, at * 2)
  return bytes
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

const ascii = (text: string) => Buffer.from(text, 'latin1')
const zeros = (count: number) => Buffer.alloc(count)
