/** This is more than phone cameras produce, even those of cheap phones, which enlarge their pictures. */
export const maxMegapixels = 200

/**
 * Returns whether the first bytes of a picture say that it has too many pixels. False if they don't tell: a JPEG may
 * have a preview before its size. The decoder measures every picture once it has arrived.
 */
export function hasTooManyPixels(contentType: string, head: Buffer): boolean {
  const [width, height] = readers[contentType]?.(head) ?? [0, 0]
  return width * height > maxMegapixels * 1_000_000
}

type Size = [width: number, height: number]

/** Each expects a head of its type; the bytes that it reads may be missing. */
const readers: Record<string, (head: Buffer) => Size | undefined> = {
  'image/png': sizeOfPng,
  'image/gif': (head) => (head.length < 10 ? undefined : [head.readUInt16LE(6), head.readUInt16LE(8)]),
  'image/jpeg': sizeOfJpeg,
}

/** Returns undefined for the iPhone's own kind of PNG, which has another chunk before the size. */
function sizeOfPng(head: Buffer): Size | undefined {
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return [head.readUInt32BE(16), head.readUInt32BE(20)]
}

/** The size is in the frame header, which follows segments that begin with their length. */
function sizeOfJpeg(head: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= head.length && head[at] === 0xff; at += 2 + head.readUInt16BE(at + 2)) {
    const marker = head[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [head.readUInt16BE(at + 7), head.readUInt16BE(at + 5)]
  }
  return undefined
}
