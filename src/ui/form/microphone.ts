/** Why there is no recording: not allowed, no microphone, another program has it, or a browser that can't. */
export type MicrophoneTrouble = 'refused' | 'missing' | 'busy' | 'impossible'

export class NoMicrophone extends Error {
  readonly trouble: MicrophoneTrouble
  constructor(trouble: MicrophoneTrouble) {
    super(trouble)
    this.trouble = trouble
  }
}

export type Recording = {
  /** Loudness now, 0 to 1. */
  level: () => number
  /** Recorded so far, pauses left out. */
  seconds: () => number
  pause: () => void
  resume: () => void
  stop: () => void
  /** Lets go of the microphone; what was recorded is thrown away. */
  abandon: () => void
  /** What was recorded, once it is stopped, by hand or because the microphone went away. */
  finished: Promise<File>
}

/** What browsers record, best first, and the end of the file's name: Safari has MP4 alone, Firefox knows Ogg too. */
const formats = [
  ['audio/webm;codecs=opus', 'webm'],
  ['audio/ogg;codecs=opus', 'ogg'],
  ['audio/mp4', 'm4a'],
] as const
/** Bits in a second of one voice: 3 KB, with tone and breath still whole. */
const bitrate = 24_000

/** Begins to record the device's microphone. Throws NoMicrophone. */
export async function startRecording(): Promise<Recording> {
  const format = globalThis.MediaRecorder && formats.find(([type]) => MediaRecorder.isTypeSupported(type))
  if (!format || !navigator.mediaDevices) throw new NoMicrophone('impossible')
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } }).catch((error: unknown) => {
    throw new NoMicrophone(troubleOf(error))
  })
  const [type, extension] = format
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: bitrate })
  const meter = levelOf(stream)
  const clock = stopwatch()
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  function close() {
    clock.pause()
    meter.close()
    for (const track of stream.getTracks()) track.stop()
  }
  const finished = new Promise<File>((resolve) => {
    recorder.addEventListener('stop', () => {
      close()
      const contentType = type.split(';')[0] ?? type
      resolve(new File(parts, `recording.${extension}`, { type: contentType }))
    })
  })
  // In pieces of a second, so that a recording that ends by accident is there up to its last second.
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
    stop: () => recorder.state !== 'inactive' && recorder.stop(),
    abandon: close,
    finished,
  }
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

/** The root mean square of samples of -1 to 1, from 0 to 1 as an ear hears it: 50 decibels below full is silence. */
export function loudness(samples: Float32Array): number {
  const square = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  return Math.min(1, Math.max(0, 1 + (10 * Math.log10(square)) / 50))
}

/** Counts seconds, at rest until `resume`. */
export function stopwatch(now = () => performance.now()) {
  let counted = 0
  let since: number | null = null
  const running = () => (since === null ? 0 : now() - since)
  return {
    seconds: () => (counted + running()) / 1000,
    resume() {
      since ??= now()
    },
    pause() {
      counted += running()
      since = null
    },
  }
}
