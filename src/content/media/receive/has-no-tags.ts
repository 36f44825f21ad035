/** Bytes at the end of a file that `hasNoTags` needs: tags of MP3 files are there. */
export const tailBytes = 160

/**
 * Returns true if a recording certainly has no tags, so that readers may get it as it is: AMR has no place for them, an
 * MP3 may have none, and the WAV of a simple recorder has only its format and sound.
 * @param tail the last bytes, at least `tailBytes` of them or the whole file
 */
export function hasNoTags(contentType: string, head: Buffer, tail: Buffer, size: number): boolean {
  if (contentType === 'audio/amr') return true
  if (contentType === 'audio/mpeg')
    return head[0] === 0xff && !['TAG', 'APETAGEX', 'LYRICS', 'ID3', '3DI'].some((name) => tail.includes(name))
  return contentType === 'audio/wav' && isPlainWave(head, size)
}

/** Returns whether the chunk of sound follows the format and fills the rest of the file (RIFF). */
function isPlainWave(head: Buffer, size: number): boolean {
  let at = 12
  while (at + 8 <= head.length) {
    const name = head.toString('latin1', at, at + 4)
    const length = head.readUInt32LE(at + 4)
    if (name === 'data') return at + 8 + length + (length % 2) >= size
    if (name !== 'fmt ' && name !== 'fact') return false
    at += 8 + length + (length % 2)
  }
  return false
}
