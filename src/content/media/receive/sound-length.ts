// This file measures recordings from their bytes, so that a limit holds without ffmpeg and before anything is decoded.
// Headers can lie: the length that is measured by decoding (copies) is checked again where the file is served.

/** Returns the length of a recording in seconds, or undefined if the format or the bytes don't say. */
export function soundLength(bytes: Buffer, contentType: string): number | undefined {
  const measure = measures[contentType.split('/')[1] ?? '']
  const seconds = measure?.(bytes)
  return seconds !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

const measures: Record<string, (bytes: Buffer) => number | undefined> = {
  wav: wavLength,
  mpeg: mp3Length,
  ogg: oggLength,
  mp4: mp4Length,
  '3gpp': mp4Length,
  webm: webmLength,
  matroska: webmLength,
}

function wavLength(bytes: Buffer): number | undefined {
  const format = bytes.indexOf('fmt ', 12, 'latin1')
  if (format < 0 || format + 20 > bytes.length) return undefined
  const bytesPerSecond = bytes.readUInt32LE(format + 16)
  return bytesPerSecond > 0 ? (bytes.length - format - 24) / bytesPerSecond : undefined
}

const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const sampleRates = [44_100, 48_000, 32_000]

/** Adds up the frames of an MP3 (layer III). */
function mp3Length(bytes: Buffer): number | undefined {
  let seconds = 0
  for (let at = 0; at + 4 <= bytes.length; ) {
    const head = bytes.readUInt32BE(at)
    const version = (head >>> 19) & 3
    const rate = sampleRates[(head >>> 10) & 3]
    const bitRate = bitRates[version === 3 ? 1 : 2][(head >>> 12) & 15]
    if (head >>> 21 !== 0x7ff || version === 1 || ((head >>> 17) & 3) !== 1 || !rate || !bitRate) {
      at++
      continue
    }
    const samplesPerSecond = rate / (version === 3 ? 1 : version === 2 ? 2 : 4)
    const samples = version === 3 ? 1152 : 576
    seconds += samples / samplesPerSecond
    at += Math.floor((samples / 8) * ((bitRate * 1000) / samplesPerSecond)) + ((head >>> 9) & 1)
  }
  return seconds > 0 ? seconds : undefined
}

/** Reads the position, in samples, of the end of the last page. */
function oggLength(bytes: Buffer): number | undefined {
  const last = bytes.lastIndexOf('OggS', bytes.length, 'latin1')
  if (last < 0 || last + 14 > bytes.length) return undefined
  const samples = Number(bytes.readBigInt64LE(last + 6))
  if (bytes.includes('OpusHead', 0, 'latin1')) return samples / 48_000
  const vorbis = bytes.indexOf('\x01vorbis', 0, 'latin1')
  const rate = vorbis >= 0 && vorbis + 16 <= bytes.length ? bytes.readUInt32LE(vorbis + 12) : 0
  return rate > 0 ? samples / rate : undefined
}

/** Reads the longest length in the boxes of an MP4; a fragmented one says when its last fragment begins. */
function mp4Length(bytes: Buffer): number | undefined {
  let [longest, timescale, fragment] = [0, 0, 0]
  const walk = (start: number, end: number, depth: number) => {
    for (let at = start; at + 8 <= end; ) {
      const size = bytes.readUInt32BE(at) || end - at
      const name = bytes.toString('latin1', at + 4, at + 8)
      const stop = Math.min(end, at + size)
      if (size < 8) return
      if (depth < 5 && ['moov', 'trak', 'mdia', 'moof', 'traf'].includes(name)) walk(at + 8, stop, depth + 1)
      if (name === 'mvhd' || name === 'mdhd') {
        const wide = bytes[at + 8] === 1
        const place = at + (wide ? 28 : 20)
        if (place + 12 <= stop) {
          timescale = bytes.readUInt32BE(place)
          const units = wide ? Number(bytes.readBigUInt64BE(place + 4)) : bytes.readUInt32BE(place + 4)
          if (timescale > 0 && units < 2 ** 32 - 1) longest = Math.max(longest, units / timescale)
        }
      }
      if (name === 'tfdt' && at + 16 <= stop && timescale > 0) {
        const wide = bytes[at + 8] === 1 && at + 20 <= stop
        const units = wide ? Number(bytes.readBigUInt64BE(at + 12)) : bytes.readUInt32BE(at + 12)
        fragment = Math.max(fragment, units / timescale)
      }
      at = stop
    }
  }
  walk(0, bytes.length, 0)
  return Math.max(longest, fragment) || undefined
}

const ebml = { segment: 0x18538067, cluster: 0x1f43b675, info: 0x1549a966, group: 0xa0 }

/** Reads when the last block of a WebM begins: browsers write no length into what they record. */
function webmLength(bytes: Buffer): number | undefined {
  let [scale, cluster, last] = [1_000_000, 0, 0]
  const walk = (start: number, end: number, depth: number) => {
    for (let at = start; at < end; ) {
      const id = readNumber(bytes, at, false)
      const size = id && readNumber(bytes, at + id.length, true)
      if (!id || !size) return
      const from = at + id.length + size.length
      const isOpen = size.value === 2 ** (7 * size.length) - 1
      const stop = isOpen ? end : Math.min(end, from + size.value)
      if (Object.values(ebml).includes(id.value)) {
        // A cluster of unknown size ends where the next one begins, which the same loop reads.
        if (isOpen) {
          at = from
          continue
        }
        if (depth < 5) walk(from, stop, depth + 1)
      }
      if (id.value === 0x2ad7b1) scale = readInteger(bytes, from, stop)
      if (id.value === 0xe7) cluster = readInteger(bytes, from, stop)
      if (id.value === 0xa3 || id.value === 0xa1) {
        const track = readNumber(bytes, from, true)
        const place = from + (track?.length ?? 1)
        if (place + 2 <= stop) last = Math.max(last, cluster + bytes.readInt16BE(place))
      }
      at = stop
    }
  }
  walk(0, bytes.length, 0)
  return last > 0 ? (last * scale) / 1e9 : undefined
}

/** Reads a number of variable length; an id keeps the marker of its length. */
function readNumber(bytes: Buffer, at: number, isSize: boolean): { value: number; length: number } | undefined {
  const first = bytes[at]
  const length = first ? Math.clz32(first) - 23 : 0
  if (!first || length > 8 || at + length > bytes.length) return undefined
  let value = isSize ? first & (0xff >> length) : first
  for (let next = 1; next < length; next++) value = value * 256 + (bytes[at + next] ?? 0)
  return { value, length }
}

function readInteger(bytes: Buffer, from: number, stop: number): number {
  let value = 0
  for (let at = from; at < stop && at < from + 8; at++) value = value * 256 + (bytes[at] ?? 0)
  return value
}
