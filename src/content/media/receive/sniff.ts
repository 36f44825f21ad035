import { fileTypeFromBuffer } from 'file-type'
import { UnsupportedMedia } from '#core/errors.ts'
import { withoutEnding } from '#text/file-name.ts'
import { refusals } from '../refusals.ts'

export type Kind = 'image' | 'video' | 'audio'
export type FileType = { kind: Kind; contentType: string }

/** Bytes needed from the beginning of a file to detect its type. */
export const sniffedBytes = 4100

/** The accepted types: maps the detected type to the content type and extension with which the file is served. */
const allowed: Record<string, [contentType: string, extension: string]> = {
  'image/jpeg': ['image/jpeg', 'jpg'],
  'image/png': ['image/png', 'png'],
  'image/apng': ['image/png', 'png'],
  'image/webp': ['image/webp', 'webp'],
  'image/gif': ['image/gif', 'gif'],
  'image/avif': ['image/avif', 'avif'],
  'image/heic': ['image/heic', 'heic'],
  'image/heif': ['image/heif', 'heif'],
  'image/heic-sequence': ['image/heic', 'heic'],
  'image/heif-sequence': ['image/heif', 'heif'],
  'video/mp4': ['video/mp4', 'mp4'],
  'video/x-m4v': ['video/mp4', 'mp4'],
  'video/webm': ['video/webm', 'webm'],
  'video/quicktime': ['video/quicktime', 'mov'],
  'video/3gpp': ['video/3gpp', '3gp'],
  'video/3gpp2': ['video/3gpp2', '3g2'],
  'video/matroska': ['video/matroska', 'mkv'],
  'video/x-matroska': ['video/matroska', 'mkv'],
  'video/ogg': ['video/ogg', 'ogv'],
  'audio/mpeg': ['audio/mpeg', 'mp3'],
  'audio/ogg': ['audio/ogg', 'ogg'],
  'audio/wav': ['audio/wav', 'wav'],
  'audio/mp4': ['audio/mp4', 'm4a'],
  'audio/x-m4a': ['audio/mp4', 'm4a'],
  'audio/aac': ['audio/aac', 'aac'],
  'audio/amr': ['audio/amr', 'amr'],
  'audio/flac': ['audio/flac', 'flac'],
  'audio/x-flac': ['audio/flac', 'flac'],
  'audio/aiff': ['audio/aiff', 'aiff'],
}
/** Containers for sound or video: phones use them for voice too, so their tracks decide. */
const audioToo: Record<string, [contentType: string, extension: string]> = {
  'video/webm': ['audio/webm', 'webm'],
  'video/mp4': ['audio/mp4', 'm4a'],
  'video/quicktime': ['audio/mp4', 'm4a'],
  'video/3gpp': ['audio/3gpp', '3gp'],
  'video/3gpp2': ['audio/3gpp', '3gp'],
  'video/matroska': ['audio/matroska', 'mka'],
  'video/ogg': ['audio/ogg', 'ogg'],
}
const extensions = Object.fromEntries([...Object.values(allowed), ...Object.values(audioToo)])

/**
 * Returns the type of a file by its first bytes. A container that can hold sound alone is a video until its tracks are
 * known (`asSound`). Throws UnsupportedMedia if the type is not accepted.
 */
export async function sniff(head: Uint8Array): Promise<FileType> {
  // Bytes that crash the detector are not an accepted type.
  const detected = await fileTypeFromBuffer(head).catch(() => undefined)
  const mime = detected?.mime.split(';')[0]?.trim() ?? ''
  const contentType = Object.hasOwn(allowed, mime) ? allowed[mime]?.[0] : undefined
  if (!contentType) throw new UnsupportedMedia(refusals.kinds)
  return { kind: contentType.split('/')[0] as Kind, contentType }
}

/** Returns the type of a container that has sound and no pictures, or undefined if the type isn't such a container. */
export function asSound(contentType: string): FileType | undefined {
  const sound = audioToo[contentType]?.[0]
  return sound ? { kind: 'audio', contentType: sound } : undefined
}

/** Returns the kind of a content type, or undefined. SVG can contain scripts, so it is not a picture here. */
export function kindOf(contentType: string): Kind | undefined {
  const type = /^(image|video|audio)\/([a-z0-9][a-z0-9!#$&^_.+-]*)\s*(;|$)/i.exec(contentType.trim())
  if (!type || /^svg/i.test(type[2] ?? '')) return undefined
  return type[1]?.toLowerCase() as Kind
}

/** Types that systems give to files that they don't know. */
const undeclared = /^(?:application\/(?:octet-stream|ogg|mp4|x-matroska)|binary\/octet-stream)?$/i

/**
 * Returns the kind of file that a sender announces; `audio` for one without a known type, until its bytes arrive.
 * Throws UnsupportedMedia for other types.
 */
export function announcedKind(contentType: string): Kind {
  const kind = kindOf(contentType) ?? (undeclared.test(contentType.split(';')[0]?.trim() ?? '') ? 'audio' : undefined)
  if (!kind) throw new UnsupportedMedia(refusals.kinds)
  return kind
}

/** Returns the extension for a type of `sniff`, without the dot. */
export function extensionOf(contentType: string): string {
  return extensions[contentType] ?? 'bin'
}

/** Returns a file's name with the extension of its type in place of another known one; “St. Mary” has none. */
export function nameAs(name: string, contentType: string): string {
  return `${withoutEnding(name) || 'file'}.${extensionOf(contentType)}`
}

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
