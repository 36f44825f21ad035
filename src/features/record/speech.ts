/** Loudness goes from 0 to 1 over a range of 50 decibels (`loudness`), so 0.1 is 5 decibels. */
const louderThanRoom = 0.16
const stillSpeech = 0.1
/** A sound quieter than this is never speech, however quiet the room is. */
const quietestSpeech = 0.15
/** Milliseconds in which the noise of the room is measured before the first word. */
const learningMs = 400
/** Milliseconds of sound after which a word begins; a click is shorter. */
const beginsAfterMs = 60
/** Milliseconds of silence after which a word ends; a pause within a word is shorter. */
export const endsAfterMs = 600
/** Milliseconds of the longest take. A longer sound counts as the new noise of the room. */
const longestMs = 15_000

/** The beginning or the end of a word, with its time. `loudest` is the loudness above the noise of the room, 0 to 1. */
export type SpeechEvent = { is: 'begin'; at: number } | { is: 'end'; at: number; loudest: number }

export type SpeechDetector = {
  /** Takes the loudness at a moment, from 0 to 1, and the time in ms. Returns the beginning or end of a word. */
  hear: (loudness: number, now: number) => SpeechEvent | null
  /** Discards a word in progress, but keeps the measured noise of the room. */
  restart: () => void
}

/** Returns a detector of the moments when words begin and end in the sound of a microphone. */
export function speechDetector(): SpeechDetector {
  let learningUntil: number | undefined
  let room = 0
  let learned = 0
  let since: number | undefined
  let last = 0
  let loudest = 0
  let speaking = false

  function hear(loudness: number, now: number): SpeechEvent | null {
    learningUntil ??= now + learningMs
    if (now < learningUntil) {
      learned++
      room += (loudness - room) / learned
      return null
    }
    const isSound = loudness >= Math.max(room + (speaking ? stillSpeech : louderThanRoom), quietestSpeech)
    if (!speaking) {
      if (!isSound) {
        since = undefined
        room += (loudness - room) * 0.02
        return null
      }
      since ??= now
      last = now
      if (now - since < beginsAfterMs) return null
      speaking = true
      loudest = loudness - room
      return { is: 'begin', at: since }
    }
    loudest = Math.max(loudest, loudness - room)
    if (isSound) last = now
    const isNoise = since !== undefined && now - since > longestMs
    if (now - last < endsAfterMs && !isNoise) return null
    if (isNoise) room = loudness
    speaking = false
    since = undefined
    return { is: 'end', at: last, loudest }
  }

  return {
    hear,
    restart() {
      speaking = false
      since = undefined
    },
  }
}
