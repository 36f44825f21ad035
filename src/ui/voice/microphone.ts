/** The reason for a failed recording: not allowed, no microphone, used by another program, or not supported. */
export type MicrophoneTrouble = 'refused' | 'missing' | 'busy' | 'impossible'

export class NoMicrophone extends Error {
  readonly trouble: MicrophoneTrouble
  constructor(trouble: MicrophoneTrouble) {
    super(trouble)
    this.trouble = trouble
  }
}

export type Recording = {
  /** Returns the current loudness, from 0 to 1. */
  level: () => number
  /** Returns the length of the recording in seconds, without pauses. */
  seconds: () => number
  pause: () => void
  resume: () => void
  stop: () => void
  /** Resolves with the recording once it is stopped or the microphone disconnects. */
  finished: Promise<File>
}

/** Formats that browsers record, best first, with file extensions. Older Safari only has MP4; Firefox also has Ogg. */
const formats = [
  ['audio/webm;codecs=opus', 'webm'],
  ['audio/ogg;codecs=opus', 'ogg'],
  ['audio/mp4', 'm4a'],
] as const
/** Bits per second for one voice: 3 KB per second, which is good enough for tone and breath. */
const bitrate = 24_000

/** Receives the chunks of a recording, about one per second. */
export type TakePiece = (piece: Blob) => void

/**
 * Starts recording. Throws NoMicrophone if that isn't possible.
 * @param onBegin called with the name and type of the future file; returns the receiver of its chunks
 */
export async function startRecording(onBegin: (name: string, type: string) => TakePiece): Promise<Recording> {
  const stream = await openMicrophone()
  const { recorder, name, type } = voiceRecorder(stream)
  const takePiece = onBegin(name, type)
  const meter = levelOf(stream)
  const clock = stopwatch()
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return
    parts.push(data)
    takePiece(data)
  })
  const stop = () => recorder.state !== 'inactive' && recorder.stop()
  // Someone who pauses for a call can continue after it.
  const stopWatching = watchInterruptions(stream, () => recorder.state === 'recording' && stop())
  function close() {
    stopWatching()
    clock.pause()
    meter.close()
    for (const track of stream.getTracks()) track.stop()
  }
  const finished = new Promise<File>((resolve) => {
    recorder.addEventListener('stop', () => {
      close()
      resolve(new File(parts, name, { type }))
    })
  })
  // Records in chunks of a second, so that a recording that ends by accident loses no more than that.
  recorder.start(1000)
  clock.resume()
  return {
    level: meter.level,
    seconds: clock.seconds,
    pause() {
      recorder.pause()
      clock.pause()
    },
    resume() {
      recorder.resume()
      clock.resume()
    },
    stop,
    finished,
  }
}

/** ms of silence after which a muted microphone counts as taken away. */
const mutedMs = 1000

/**
 * Calls `stop` when a phone call takes the microphone away, because the rest would be silence, and when the system
 * freezes the page. Returns a function that ends this.
 */
function watchInterruptions(stream: MediaStream, stop: () => void): () => void {
  const [track] = stream.getAudioTracks()
  let timer: ReturnType<typeof setTimeout> | undefined
  const muted = () => {
    timer = setTimeout(stop, mutedMs)
  }
  const unmuted = () => clearTimeout(timer)
  track?.addEventListener('mute', muted)
  track?.addEventListener('unmute', unmuted)
  document.addEventListener('freeze', stop)
  return () => {
    clearTimeout(timer)
    track?.removeEventListener('mute', muted)
    track?.removeEventListener('unmute', unmuted)
    document.removeEventListener('freeze', stop)
  }
}

/** Opens the microphone. Throws NoMicrophone if that isn't possible. */
export async function openMicrophone(): Promise<MediaStream> {
  if (!formatHere() || !navigator.mediaDevices) throw new NoMicrophone('impossible')
  return navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } }).catch((error: unknown) => {
    throw new NoMicrophone(troubleOf(error))
  })
}

/**
 * Returns a recorder of one voice, and the name and type of its file. Throws NoMicrophone if the browser can't record.
 */
export function voiceRecorder(stream: MediaStream) {
  const format = formatHere()
  if (!format) throw new NoMicrophone('impossible')
  const [mimeType, extension] = format
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitrate })
  return { recorder, name: `recording.${extension}`, type: mimeType.split(';')[0] ?? mimeType }
}

function formatHere() {
  return globalThis.MediaRecorder && formats.find(([type]) => MediaRecorder.isTypeSupported(type))
}

function troubleOf(error: unknown): MicrophoneTrouble {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy'
}

function levelOf(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    level() {
      analyser.getFloatTimeDomainData(samples)
      return loudness(samples)
    },
    close: () => void (context.state !== 'closed' && context.close()),
  }
}

/** Range of `loudness` in decibels. */
export const loudnessRange = 50

/**
 * Returns the loudness of samples from -1 to 1 on a scale of decibels, as people perceive it: 0 at 50 decibels below
 * the maximum, 1 at the maximum.
 */
export function loudness(samples: Float32Array): number {
  const square = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  return Math.min(1, Math.max(0, 1 + (10 * Math.log10(square)) / loudnessRange))
}

/** Returns a stopwatch that counts seconds. It is paused until `resume` is called. */
export function stopwatch(now = () => performance.now()) {
  let total = 0
  let since: number | null = null
  const running = () => (since === null ? 0 : now() - since)
  return {
    seconds: () => (total + running()) / 1000,
    resume() {
      since ??= now()
    },
    pause() {
      total += running()
      since = null
    },
  }
}
