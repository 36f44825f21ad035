import { loudnessRange } from './microphone.ts'
import { louderThanRoom, shortestWord } from './speech.ts'

/** Why a recording isn't accepted as a voice: next to nothing was recorded, or no voice can be heard in it. */
export type VoiceFault = 'empty' | 'silent'

/** Sample rate in Hz at which a recording is examined: a long one has to fit into the memory of a cheap phone. */
const examinedRate = 16_000
/** A file with fewer bytes than this has only a header. */
const headerBytes = 300
const windowMs = 10
/** A knock on the microphone is shorter than this many milliseconds. */
const voiceMs = 30
/** Decibels below full scale at which a voice is too soft to be heard, and which no steady noise of a room reaches. */
const quietestVoice = -56
const loudestRoom = -34

/**
 * Decodes a recording and returns its fault, or null if a voice can be heard in it. Returns undefined if this device
 * can't decode it; then the server decides.
 */
export async function findFault(recording: Blob): Promise<VoiceFault | null | undefined> {
  if (recording.size < headerBytes) return 'empty'
  try {
    const context = new OfflineAudioContext(1, 1, examinedRate)
    const sound = await context.decodeAudioData(await recording.arrayBuffer())
    return faultIn(sound.getChannelData(0), sound.sampleRate)
  } catch {
    return undefined
  }
}

/**
 * Returns the fault of a sound, given as samples from -1 to 1. A voice is louder than the room, whose noise is the
 * level of the quietest twentieth; steady noise is never louder than that.
 */
export function faultIn(samples: Float32Array, rate: number): VoiceFault | null {
  if (samples.length < shortestWord * rate) return 'empty'
  const length = (rate * windowMs) / 1000
  const levels: number[] = []
  // Microphones deliver zeros while they start, which say nothing about the room.
  for (let at = samples.findIndex((sample) => sample !== 0); at >= 0 && at + length <= samples.length; at += length) {
    const square = samples.subarray(at, at + length).reduce((sum, sample) => sum + sample * sample, 0) / length
    levels.push(10 * Math.log10(square))
  }
  const room = Float32Array.from(levels).sort()[Math.floor(levels.length / 20)] ?? quietestVoice
  const voice = Math.max(Math.min(room, loudestRoom) + louderThanRoom * loudnessRange, quietestVoice)
  const heardMs = levels.filter((level) => level >= voice).length * windowMs
  return heardMs < voiceMs ? 'silent' : null
}
