import { loudness, openMicrophone, voiceRecorder } from '#ui/voice/microphone.ts'
import { endsAfterMs, learningMs, speechDetector } from '#ui/voice/speech.ts'

/** Milliseconds of sound in a take before and after its word. */
const marginMs = 150
/** Milliseconds by which the recorded sound is delayed, so that a take starts before the beginning of its word. */
const delayMs = endsAfterMs - marginMs
/** Milliseconds between two measurements. */
const tickMs = 20
/** A take is too quiet if its loudness exceeds that of the room by less than this. */
const minLoudness = 0.25
const clippingPeak = 0.99
/** Milliseconds in which the microphone may still pick up a sound that was played. */
const echoMs = 150

/** The recording of a word. `flaw` is set if it is too quiet, or so loud that the sound is clipped. */
export type Take = { file: File; flaw: 'quiet' | 'loud' | null }

export type Listening = {
  /** Resolves once the noise of the room has been measured. Nothing should sound before. */
  learned: Promise<void>
  /** Ignores the microphone until called with false, for example while a take plays. Discards a word in progress. */
  ignore: (isIgnored: boolean) => void
  /** Releases the microphone. */
  stop: () => void
}

type On = { onBegin: () => void; onTake: (take: Take) => void; onLevel: (level: number) => void; onLost: () => void }

/**
 * Opens the microphone and records each spoken word until `stop` is called or the microphone is disconnected. Throws
 * NoMicrophone if it can't be opened.
 */
export async function listenForWords({ onBegin, onTake, onLevel, onLost }: On): Promise<Listening> {
  const stream = await openMicrophone()
  const context = new AudioContext()
  await context.resume()
  const analyser = new AnalyserNode(context, { fftSize: 1024 })
  const delay = new DelayNode(context, { delayTime: delayMs / 1000, maxDelayTime: 1 })
  const delayedSound = new MediaStreamAudioDestinationNode(context, { channelCount: 1 })
  const source = context.createMediaStreamSource(stream)
  source.connect(analyser)
  source.connect(delay).connect(delayedSound)
  const samples = new Float32Array(analyser.fftSize)
  const speech = speechDetector()
  /** Time until which the microphone is ignored. */
  let ignoredUntil = 0
  let peak = 0
  let take: { recorder: MediaRecorder; file: Promise<File>; starting: ReturnType<typeof setTimeout> } | undefined
  /** Recorders whose encoder failed, which stops them in the middle of a word. */
  const failed = new WeakSet<MediaRecorder>()

  function begin(at: number) {
    const { recorder, name, type } = voiceRecorder(delayedSound.stream)
    const parts: Blob[] = []
    recorder.addEventListener('error', () => failed.add(recorder))
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const file = new Promise<File>((resolve) =>
      recorder.addEventListener('stop', () => resolve(new File(parts, name, { type }))),
    )
    const starting = setTimeout(() => recorder.start(), Math.max(0, at + delayMs - marginMs - performance.now()))
    take = { recorder, file, starting }
    peak = 0
    onBegin()
  }

  function drop() {
    clearTimeout(take?.starting)
    if (take?.recorder.state === 'recording') take.recorder.stop()
    take = undefined
  }

  async function end(loudest: number) {
    if (!take || (take.recorder.state === 'inactive' && !failed.has(take.recorder))) return drop()
    const { recorder, file } = take
    take = undefined
    const flaw = peak >= clippingPeak ? 'loud' : loudest < minLoudness ? 'quiet' : null
    if (recorder.state !== 'inactive') recorder.stop()
    onTake({ file: await file, flaw })
  }

  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    const level = loudness(samples)
    onLevel(level)
    if (performance.now() < ignoredUntil) return
    if (take) peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), peak)
    const event = speech.hear(level, performance.now())
    if (event?.is === 'begin') begin(event.at)
    if (event?.is === 'end') void end(event.loudest)
  }, tickMs)

  function stop() {
    clearInterval(timer)
    drop()
    for (const track of stream.getTracks()) track.stop()
    if (context.state !== 'closed') void context.close()
  }
  for (const track of stream.getTracks())
    track.addEventListener('ended', () => {
      stop()
      onLost()
    })
  return {
    learned: new Promise((resolve) => setTimeout(resolve, learningMs + tickMs)),
    ignore(isIgnored) {
      if (isIgnored) drop()
      speech.restart()
      ignoredUntil = isIgnored ? Number.POSITIVE_INFINITY : performance.now() + echoMs
    },
    stop,
  }
}
