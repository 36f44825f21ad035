import { expect, it } from 'vitest'
import fc from '#test/property.ts'
import { faultIn, findFault } from './fault.ts'

const rate = 16_000
type Sound = { at: number; seconds: number; peak: number; pitch: number }

/** Returns steady noise of a room, and in it sounds with overtones that swell and fade as syllables do. */
function record(seconds: number, { noise = 0, hum = 0, seed = 1, sounds = [] as Sound[] }) {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return (state / 2 ** 31) * 2 - 1
  }
  return Float32Array.from({ length: seconds * rate }, (_, index) => {
    const time = index / rate
    const room = noise * random() + hum * Math.sin(2 * Math.PI * 100 * time)
    return sounds.reduce((sum, { at, seconds, peak, pitch }) => {
      const part = (time - at) / seconds
      if (part < 0 || part > 1) return sum
      const wave = Math.sin(2 * Math.PI * pitch * time) + Math.sin(6 * Math.PI * pitch * time) / 2
      return sum + (peak / 1.3) * Math.sin(Math.PI * part) ** 0.5 * wave
    }, room)
  })
}

const rooms = fc.record({
  length: fc.double({ min: 0.5, max: 4, noNaN: true }),
  noise: fc.double({ min: 0, max: 0.02, noNaN: true }),
  hum: fc.double({ min: 0, max: 0.01, noNaN: true }),
  seed: fc.integer({ min: 1, max: 1e6 }),
})
const voices = fc.record({
  begin: fc.double({ min: 0, max: 0.4, noNaN: true }),
  part: fc.double({ min: 0.3, max: 0.6, noNaN: true }),
  pitch: fc.integer({ min: 80, max: 350 }),
  peak: fc.double({ min: 0.006, max: 1, noNaN: true }),
})

it('accepts each of 500 spoken takes, also soft ones and those with a knock on the microphone', () => {
  fc.assert(
    fc.property(rooms, voices, fc.boolean(), (room, { begin, part, pitch, peak }, isKnocked) => {
      const seconds = Math.max(0.15, room.length * part)
      const voice = { at: begin * room.length, seconds, peak, pitch }
      const knock = { at: 0, seconds: 0.01, peak: 1, pitch: 900 }
      const sounds = isKnocked ? [voice, knock] : [voice]
      const quieter = { noise: Math.min(room.noise, peak / 4), hum: Math.min(room.hum, peak / 6) }
      expect(faultIn(record(room.length, { ...room, ...quieter, sounds }), rate)).toBeNull()
    }),
    { numRuns: 500 },
  )
})

it('accepts none of 500 takes without a voice: zeros, noise, hum and a knock', () => {
  fc.assert(
    fc.property(rooms, fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true }), (room, isKnocked, start) => {
      const knock = { at: start * room.length, seconds: 0.01, peak: 0.9, pitch: 900 }
      const samples = record(room.length, { ...room, sounds: isKnocked ? [knock] : [] })
      // The microphone delivers zeros while it starts.
      samples.fill(0, 0, Math.round((start / 2) * samples.length))
      expect(faultIn(samples, rate)).toBe('silent')
    }),
    { numRuns: 500 },
  )
  expect(faultIn(new Float32Array(rate), rate)).toBe('silent')
})

it('accepts a word without pauses, and the beep of a device between zeros', () => {
  const long = { at: 0, seconds: 2, peak: 0.3, pitch: 200 }
  expect(faultIn(record(1, { sounds: [{ ...long, at: -0.5 }] }), rate)).toBeNull()
  expect(faultIn(record(1, { sounds: [{ at: 0.503, seconds: 0.045, peak: 0.3, pitch: 400 }] }), rate)).toBeNull()
})

it('finds nothing in a sound shorter than 0.3 seconds or a file with only a header, and decides no more without a decoder', async () => {
  expect(faultIn(record(0.29, { sounds: [{ at: 0, seconds: 0.29, peak: 0.5, pitch: 200 }] }), rate)).toBe('empty')
  for (const parts of [[], ['', ''], [new Uint8Array(110)]]) expect(await findFault(new Blob(parts))).toBe('empty')
  expect(await findFault(new Blob([new Uint8Array(5000)]))).toBeUndefined()
})
