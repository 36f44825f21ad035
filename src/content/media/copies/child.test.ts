import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clip, ffmpegIsHere } from '#test/recordings.ts'
import { Interrupted, runChild, startChild } from './child.ts'
import { convert, Unplayable } from './ffmpeg.ts'

const memoryKb = 1_300_000
const folder = mkdtempSync(join(tmpdir(), 'urithi-child-'))
afterAll(() => rmSync(folder, { recursive: true }))
const endless = () => new Readable({ read() {} })

describe('a child process', () => {
  it('that gets no processor for too long is interrupted, which isn’t the file’s fault', async () => {
    const waiting = runChild('decoder', ['measure'], { memoryKb, cpuSeconds: 0.01 }, endless())
    await expect(waiting).rejects.toThrow(Interrupted)
    await expect(waiting).rejects.toMatchObject({ status: 503, code: 'busy' })
  })

  it('waits behind the site’s requests, but gets a fair share beside other programs', async () => {
    const { child, ended } = startChild({ memoryKb, cpuSeconds: 5, command: ['nice'], env: { PATH: process.env.PATH } })
    child.stdin.end()
    const niceness = Number(await text(child.stdout))
    await ended
    // With 10 more than the server, two busy programs on two processors leave it a tenth of one.
    const ofServer = getPriority()
    expect(niceness).toBeGreaterThanOrEqual(Math.min(ofServer + 1, 19))
    expect(niceness).toBeLessThanOrEqual(ofServer + 5)
  })

  it('that uses too much processor time has failed', async () => {
    const size = { width: 2500, height: 2500, channels: 3 } as const
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const picture = await sharp({ create: { ...size, background: '#000', noise } })
      .jpeg()
      .toBuffer()
    const limits = { memoryKb, cpuSeconds: 1 }
    expect(await runChild('decoder', ['copy', folder], limits, Readable.from([picture]))).toBeUndefined()
  })
})

describe.skipIf(!ffmpegIsHere)('ffmpeg', () => {
  const path = join(folder, 'film.mp4')
  beforeAll(() => writeFileSync(path, clip({ size: '640x360', rate: 30, seconds: 10 })))
  const encode = (cpuSeconds: number) => {
    const source = { path, contentType: 'video/mp4', signal: new AbortController().signal }
    return convert(source, [], ['-c:v', 'libx264', '-preset', 'slower', '-f', 'null', '-'], { cpuSeconds })
  }

  it('is interrupted if it gets no processor for too long', () => expect(encode(0.01)).rejects.toThrow(Interrupted))

  it('finds a file unplayable that takes too much processor time', () => expect(encode(1)).rejects.toThrow(Unplayable))
})
