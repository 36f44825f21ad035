import { isDecoded, probe, type Source, Unplayable } from './ffmpeg.ts'

/** A stream that copies are made from. `index` is its number in the file. */
export type Sound = { index: number; channels: number }
/** `width` and `height` are as seen: rotated upright, with square pixels. `isHdr` says that it needs tone mapping. */
export type Picture = { index: number; width: number; height: number; isHdr: boolean }
export type Streams = {
  /** In seconds, as the file says; undefined for files without a length, which are measured while they are read. */
  duration: number | undefined
  /** True if the length is guessed from the size, as for many MP3 files. */
  isEstimated: boolean
  /** The codecs of the picture and the sound, for example `h264, aac`. */
  codec: string
  sound: Sound | undefined
  picture: Picture | undefined
}

type Stream = {
  index: number
  type: string
  /** `none` if ffmpeg doesn't know it, as in the timecode and metadata tracks of phones and cameras. */
  codec: string
  channels: number
  width: number
  height: number
  /** Width of a pixel divided by its height. */
  pixelRatio: number
  isCover: boolean
  isHdr: boolean
  isTurned: boolean
}

/** The transfer functions of HLG and PQ. */
const hdr = /\b(?:arib-std-b67|smpte2084)\b/

/**
 * Returns the first sound and the first moving picture that can be decoded. Other tracks (timecode, metadata, cover
 * pictures, subtitles, attachments, unknown codecs) are ignored. Throws Unplayable if there is neither, or if the
 * picture is too large.
 */
export async function streamsOf(source: Source): Promise<Streams> {
  return streamsIn(await probe(source))
}

/** Reads ffmpeg's description of a file like `streamsOf`; what ffmpeg prints before and after it doesn't matter. */
export function streamsIn(description: string): Streams {
  const streams = readStreams(description)
  const usable = streams.filter(({ codec, isCover }) => isDecoded(codec) && !isCover)
  const sound = usable.find(({ type, channels }) => type === 'Audio' && channels > 0)
  const picture = usable.find(({ type, width, height }) => type === 'Video' && width > 0 && height > 0)
  const names = streams.map(({ type, codec }) => `${codec} (${type.toLowerCase()})`)
  if (!sound && !picture)
    throw new Unplayable(`It has no sound or picture that can be decoded: ${names.join(', ')}.`, 'format')
  return {
    duration: readDuration(description),
    isEstimated: description.includes('Estimating duration'),
    codec: [picture, sound].flatMap((stream) => stream?.codec ?? []).join(', '),
    sound: sound && { index: sound.index, channels: sound.channels },
    picture: picture && pictureOf(picture),
  }
}

const streamLine = /^ {2}Stream #0:(\d+)(?:\[\w+\])?(?:\([^)]*\))?: (\w+): ([^\s,]+)(.*)$/

/** Reads the lines of ffmpeg's description: one for each stream, and one below it if it is rotated. */
function readStreams(description: string): Stream[] {
  const streams: Stream[] = []
  for (const line of description.split('\n')) {
    const [, index, type = '', codec = '', details = ''] = streamLine.exec(line) ?? []
    const current = streams.at(-1)
    if (index !== undefined) streams.push({ index: Number(index), type, codec, ...readDetails(details) })
    else if (current) current.isTurned ||= isQuarterTurn(line)
  }
  return streams
}

function readDetails(details: string): Omit<Stream, 'index' | 'type' | 'codec'> {
  const [, width = 0, height = 0, across = 1, up = 1] = /, (\d+)x(\d+)(?: \[SAR (\d+):(\d+))?/.exec(details) ?? []
  return {
    channels: channelsIn(details),
    width: Number(width),
    height: Number(height),
    pixelRatio: Number(up) > 0 && Number(across) > 0 ? Number(across) / Number(up) : 1,
    isCover: details.includes('(attached pic)'),
    isHdr: hdr.test(details),
    isTurned: false,
  }
}

/** Returns the number of channels; any layout of more than two counts as three. */
function channelsIn(details: string): number {
  const layout = /\d Hz, ([^,]+)/.exec(details)?.[1] ?? ''
  if (layout === 'mono' || layout === '1 channels') return 1
  if (layout === 'stereo' || layout === '2 channels') return 2
  return layout === '' || layout === '0 channels' ? 0 : 3
}

function isQuarterTurn(line: string): boolean {
  const degrees = Number(/^ {6}\w[\w ]*: rotation of (-?[\d.]+) degrees/.exec(line)?.[1] ?? 0)
  return Math.abs(Math.round(degrees)) % 180 === 90
}

function readDuration(description: string): number | undefined {
  const [, hours = 0, minutes = 0, seconds = 0] = /^ {2}Duration: (\d+):(\d+):([\d.]+)/m.exec(description) ?? []
  const duration = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return duration > 0 && duration < 1e7 ? duration : undefined
}

function pictureOf({ index, width, height, pixelRatio, isHdr, isTurned }: Stream): Picture {
  const wide = Math.max(1, Math.round(width * pixelRatio))
  if (wide > 16_384 || height > 16_384) throw new Unplayable('Its picture is too large.')
  return isTurned ? { index, width: height, height: wide, isHdr } : { index, width: wide, height, isHdr }
}
