import { expect, test } from 'vitest'
import { loudness, stopwatch } from './microphone.ts'

test('loudness rises from silence to the maximum on a scale of decibels', () => {
  const tone = (peak: number) => Float32Array.from({ length: 2048 }, (_, at) => peak * Math.sin(at / 10))
  expect(loudness(new Float32Array(2048))).toBe(0)
  expect(loudness(tone(0.002))).toBe(0)
  expect(loudness(tone(0.05))).toBeCloseTo(0.42, 1)
  expect(loudness(tone(1))).toBeCloseTo(0.94, 1)
  expect(loudness(new Float32Array(2048).fill(1))).toBe(1)
})

test('a stopwatch leaves out pauses', () => {
  let now = 0
  const watch = stopwatch(() => now)
  now = 1000
  expect(watch.seconds()).toBe(0)
  watch.resume()
  now = 3000
  watch.pause()
  watch.pause()
  now = 9000
  expect(watch.seconds()).toBe(2)
  watch.resume()
  watch.resume()
  now = 9500
  expect(watch.seconds()).toBe(2.5)
})
