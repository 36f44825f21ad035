import { describe, expect, it, test } from 'vitest'
import { ffmpegIsHere, record } from '#test/recordings.ts'
import { sound } from '#test/samples.ts'
import { soundLength } from './sound-length.ts'

const formats: [name: string, contentType: string, options: string[]][] = [
  ['a.wav', 'audio/wav', []],
  ['a.mp3', 'audio/mpeg', ['-b:a', '48k']],
  ['low.mp3', 'audio/mpeg', ['-b:a', '24k', '-ar', '22050']],
  ['a.ogg', 'audio/ogg', ['-c:a', 'libopus', '-b:a', '24k']],
  ['vorbis.ogg', 'audio/ogg', ['-c:a', 'libvorbis']],
  ['a.m4a', 'audio/mp4', []],
  ['pieces.mp4', 'audio/mp4', ['-movflags', 'frag_keyframe+empty_moov', '-frag_duration', '1000000']],
  ['a.3gp', 'audio/3gpp', ['-c:a', 'aac']],
  ['a.webm', 'audio/webm', ['-c:a', 'libopus', '-b:a', '24k']],
  ['live.webm', 'audio/webm', ['-c:a', 'libopus', '-b:a', '24k', '-live', '1', '-cluster_time_limit', '1000']],
]

describe.runIf(ffmpegIsHere)('the length of a recording', () => {
  it.each(formats)('is read from %s (%s) without decoding', (name, contentType, options) => {
    for (const seconds of [2, 62]) {
      const bytes = record(name, ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`, ...options])
      expect(Math.abs((soundLength(bytes, contentType) ?? 0) - seconds)).toBeLessThan(1.1)
    }
  })
})

test('boxes within boxes without end are not followed', () => {
  const nested = Buffer.concat(Array.from({ length: 100_000 }, () => Buffer.from('1f43b67588ffff', 'hex')))
  expect(soundLength(nested, 'audio/webm')).toBeUndefined()
})

test('noise and truncated files cause no error', () => {
  expect(soundLength(sound(104 * 100), 'audio/mpeg')).toBeCloseTo(2.6, 1)
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))
  for (const type of ['wav', 'mpeg', 'ogg', 'mp4', 'webm', 'amr', '', 'constructor'])
    for (const bytes of [noise, Buffer.alloc(0), Buffer.alloc(50), Buffer.from('RIFF....WAVEfmt ')])
      expect([undefined, 'number']).toContain(
        soundLength(bytes, `audio/${type}`) === undefined ? undefined : typeof soundLength(bytes, `audio/${type}`),
      )
})
