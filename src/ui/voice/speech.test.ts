import { describe, expect, it } from 'vitest'
import { type SpeechEvent, speechDetector } from './speech.ts'

const tick = 20

/** Feeds the detector with sounds, each for its time in ms, and returns the events. */
function hear(sounds: [loudness: number, ms: number][], detector = speechDetector()): SpeechEvent[] {
  let now = 0
  return sounds.flatMap(([loudness, ms]) =>
    Array.from({ length: ms / tick }, () => {
      now += tick
      return detector.hear(loudness, now)
    }).filter((event) => event !== null),
  )
}

describe('the speech detector', () => {
  it('detects a word in a quiet room, from its first sound to its last', () => {
    const [begin, end] = hear([
      [0, 1000],
      [0.6, 500],
      [0, 1000],
    ])
    expect(begin).toEqual({ is: 'begin', at: 1020 })
    expect(end).toMatchObject({ is: 'end', at: 1500, loudest: 0.6 })
  })

  it('detects two words, and doesn’t split a word at a pause', () => {
    const word: [number, number][] = [
      [0.6, 300],
      [0, 400],
      [0.6, 300],
      [0, 1000],
    ]
    expect(hear([[0, 600], ...word, ...word]).map(({ is }) => is)).toEqual(['begin', 'end', 'begin', 'end'])
  })

  it('ignores clicks, and a fan that runs from the beginning', () => {
    expect(
      hear([
        [0, 600],
        [0.9, 40],
        [0, 1000],
      ]),
    ).toEqual([])
    expect(hear([[0.4, 3000]])).toEqual([])
    expect(
      hear([
        [0.4, 1000],
        [0.7, 400],
        [0.4, 1000],
      ]).map(({ is }) => is),
    ).toEqual(['begin', 'end'])
  })

  it('adapts to a noise that begins later and never ends', () => {
    const events = hear([
      [0, 600],
      [0.5, 20_000],
      [0.8, 400],
      [0.5, 1000],
    ])
    expect(events.map(({ is }) => is)).toEqual(['begin', 'end', 'begin', 'end'])
    expect(events[2]?.at).toBeGreaterThan(20_000)
  })

  it('discards a word in progress, but keeps the noise of the room', () => {
    const detector = speechDetector()
    expect(
      hear(
        [
          [0.4, 1000],
          [0.7, 200],
        ],
        detector,
      ).map(({ is }) => is),
    ).toEqual(['begin'])
    detector.restart()
    expect(hear([[0.4, 2000]], detector)).toEqual([])
  })
})
