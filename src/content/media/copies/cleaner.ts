import {
  ADTS,
  AdtsOutputFormat,
  ALL_FORMATS,
  type AudioSource,
  type AudioTrackMetadata,
  Conversion,
  FilePathSource,
  FilePathTarget,
  FLAC,
  FlacOutputFormat,
  Input,
  type InputFormat,
  MATROSKA,
  MkvOutputFormat,
  MovOutputFormat,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  type VideoSource,
  type VideoTrackMetadata,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'

// The program of a child process (cleaning.ts): `cleaner.ts IN OUT` copies the sound and pictures of a recording or
// film into a new file of the same format, without any tags, and prints whether it could.

const formats = new Map<InputFormat, () => OutputFormat>([
  [MP4, () => new Mp4OutputFormat({ fastStart: false })],
  [QTFF, () => new MovOutputFormat({ fastStart: false })],
  [MATROSKA, () => new MkvOutputFormat()],
  [WEBM, () => new WebMOutputFormat()],
  [OGG, () => new OggOutputFormat()],
  [MP3, () => new Mp3OutputFormat()],
  [WAVE, () => new WavOutputFormat()],
  [FLAC, () => new FlacOutputFormat()],
  [ADTS, () => new AdtsOutputFormat()],
])

/** Tracks have names, too, which phones and editors fill in. */
class NamelessOutput extends Output {
  override addVideoTrack(source: VideoSource, metadata: VideoTrackMetadata = {}) {
    const { name: _, ...rest } = metadata
    return super.addVideoTrack(source, rest)
  }

  override addAudioTrack(source: AudioSource, metadata: AudioTrackMetadata = {}) {
    const { name: _, ...rest } = metadata
    return super.addAudioTrack(source, rest)
  }
}

const [from = '', to = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify({ ok: await clean().catch(() => false) }))

async function clean(): Promise<boolean> {
  using input = new Input({ source: new FilePathSource(from), formats: ALL_FORMATS })
  const format = formats.get(await input.getFormat())?.()
  if (!format) return false
  const output = new NamelessOutput({ format, target: new FilePathTarget(to) })
  const copy = { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY } as const
  const conversion = await Conversion.init({ input, output, tags: {}, copy, showWarnings: false })
  // A film isn't served without its pictures or its sound.
  const isWhole = conversion.discardedTracks.every(({ track }) => !track.isVideoTrack() && !track.isAudioTrack())
  if (!conversion.isValid || !isWhole) return false
  await conversion.execute()
  return true
}
