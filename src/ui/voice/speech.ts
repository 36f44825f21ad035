/**
 * Minimum loudness above that of the room at which a word begins, and at which it continues. Loudness goes from 0 to 1
 * over a range of 50 decibels (`loudness`), so 0.1 is 5 decibels.
 */
export const louderThanRoom = 0.16
const stillSpeech = 0.1
/** A sound quieter than this is never speech, however quiet the room is. */
const quietestSpeech = 0.15
/** Milliseconds in which the noise of the room is measured before the first word. */
export const learningMs = 400
/** Milliseconds of sound after which a word begins; a click is shorter. */
const beginsAfterMs = 60
/** A sound shorter than this many seconds is no word. */
export const shortestWord = 0.3
/** Milliseconds of silence after which a word ends; a pause within a word is shorter. */
export const endsAfterMs = 600
/** Maximum length of a take in milliseconds. A longer sound counts as the new noise of the room. */
const longestMs = 15_000

/** The beginning or the end of a word, with its time. `loudest` is the loudness above the noise of the room, 0 to 1. */
export type SpeechEvent = { is: 'begin'; at: number } | { is: 'end'; at: number; loudest: number }

export type SpeechDetector = {
  /** Takes the loudness at a moment, from 0 to 1, and the time in ms. Returns an event when a word begins or ends. */
  hear: (loudness: number, now: number) => SpeechEvent | null
  /** Discards a word in progress, but keeps the measured noise of the room. */
  restart: () => void
}

/** Returns a detector that finds the moments when words begin and end in the sound of a microphone. */
export function speechDetector(): SpeechDetector {
  let learningUntil: number | undefined
  let room = 0
  let measurements = 0
  let beganAt: number | undefined
  let lastSoundAt = 0
  let loudest = 0
  let speaking = false

  function hear(loudness: number, now: number): SpeechEvent | null {
    learningUntil ??= now + learningMs
    if (now < learningUntil) {
      measurements++
      room += (loudness - room) / measurements
      return null
    }
    const isSound = loudness >= Math.max(room + (speaking ? stillSpeech : louderThanRoom), quietestSpeech)
    if (!speaking) {
      if (!isSound) {
        beganAt = undefined
        room += (loudness - room) * 0.02
        return null
      }
      beganAt ??= now
      lastSoundAt = now
      if (now - beganAt < beginsAfterMs) return null
      speaking = true
      loudest = loudness - room
      return { is: 'begin', at: beganAt }
    }
    loudest = Math.max(loudest, loudness - room)
    if (isSound) lastSoundAt = now
    const isNoise = beganAt !== undefined && now - beganAt > longestMs
    if (now - lastSoundAt < endsAfterMs && !isNoise) return null
    if (isNoise) room = loudness
    speaking = false
    beganAt = undefined
    return { is: 'end', at: lastSoundAt, loudest }
  }

  return {
    hear,
    restart() {
      speaking = false
      beganAt = undefined
    },
  }
}
