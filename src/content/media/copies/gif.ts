/** Extensions that say how often an animation repeats. All others may hold what someone wrote. */
const loops = ['NETSCAPE2.0', 'ANIMEXTS1.0']

/**
 * Returns a GIF without comments and other texts, with its frames untouched: decoding and encoding hundreds of them
 * takes minutes. What follows a damaged part is left out. Throws a RangeError if nothing can be read.
 */
export function gifWithoutTags(gif: Buffer): Buffer {
  const start = 13 + colourBytes(gif.readUInt8(10))
  const parts = [gif.subarray(0, start)]
  for (let at = start; at < gif.length; ) {
    const end = endOf(gif, at)
    if (end === undefined || end > gif.length) break
    if (!isTag(gif, at)) parts.push(gif.subarray(at, end))
    at = end
  }
  return Buffer.concat([...parts, Buffer.of(0x3b)])
}

/** Returns where a block ends; undefined for the end of the file and for anything unknown. */
function endOf(gif: Buffer, at: number): number | undefined {
  if (gif[at] === 0x21) return endOfParts(gif, at + 2)
  // A frame consists of its place and size, its colours, the size of its codes, and its pixels.
  if (gif[at] === 0x2c) return endOfParts(gif, at + 11 + colourBytes(gif[at + 9] ?? 0))
  return undefined
}

/** Returns the end of a row of parts, each of which begins with its length. The last one has length 0. */
function endOfParts(gif: Buffer, from: number): number {
  let at = from
  while (at < gif.length && gif[at] !== 0) at += 1 + (gif[at] ?? 0)
  return at + 1
}

/** The frame control 0xf9 stays, and so does the number of repetitions. */
function isTag(gif: Buffer, at: number): boolean {
  if (gif[at] !== 0x21 || gif[at + 1] === 0xf9) return false
  return gif[at + 1] !== 0xff || !loops.includes(gif.toString('latin1', at + 3, at + 14))
}

/** Returns the bytes of the table of colours that these flags announce. */
function colourBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}
