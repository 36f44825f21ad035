/** Loudness is from 0 to 1, over a range of 50 decibels (`loudness`), so 0.1 is 5 decibels. */
const louderThanRoom = 0.16
const stillSpeech = 0.1
/** Quieter than this is no speech, however quiet the room is. */
const quietestSpeech = 0.15
/** ms in which the noise of the room is measured before the first word. */
const learningMs = 400
/** ms of sound that begin a word: a click is shorter. */
const beginsAfterMs = 60
/** ms of silence that end a word: a pause within a word is shorter. */
export const endsAfterMs = 600
/** ms of the longest take. What is longer is a noise of the room, which is learned. */
const longestMs = 15_000

/** A word begins, with the time of its first sound; or it is over. `loudest` is above the noise of the room, 0 to 1. */
export type SpeechEvent = { is: 'begin'; at: number } | { is: 'end'; at: number; loudest: number }

export type SpeechDetector = {
  /** Takes the loudness of a moment, from 0 to 1, and its time in ms. */
  hear: (loudness: number, now: number) => SpeechEvent | null
  /** Forgets a word that has begun, and remembers the noise of the room. */
  restart: () => void
}

/** Tells when words begin and end in what a microphone hears. */
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
