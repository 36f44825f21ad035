import { fileTypeFromBuffer } from 'file-type'
import { UnsupportedMedia } from '#core/errors.ts'
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
}
/** Containers for sound or video: phones use them for voice too, so the declared type or the tracks decide. */
const audioToo: Record<string, [contentType: string, extension: string]> = {
  'video/webm': ['audio/webm', 'webm'],
  'video/mp4': ['audio/mp4', 'm4a'],
  'video/3gpp': ['audio/3gpp', '3gp'],
  'video/matroska': ['audio/matroska', 'mka'],
}
const extensions = Object.fromEntries([...Object.values(allowed), ...Object.values(audioToo)])

/**
 * Returns the type of a file by its first bytes. Throws UnsupportedMedia if the type is not accepted.
 * @param declared the sender's type, used only to tell sound from video in a container that can hold both
 */
export async function sniff(head: Uint8Array, declared: string): Promise<FileType> {
  // Bytes that crash the detector are not an accepted type.
  const detected = await fileTypeFromBuffer(head).catch(() => undefined)
  const mime = detected?.mime.split(';')[0]?.trim() ?? ''
  const contentType = Object.hasOwn(allowed, mime) ? allowed[mime]?.[0] : undefined
  if (!contentType) throw new UnsupportedMedia(refusals.kinds)
  const asAudio = kindOf(declared) === 'audio' || holdsSoundAlone(head) ? audioToo[contentType]?.[0] : undefined
  const type = asAudio ?? contentType
  return { kind: type.split('/')[0] as Kind, contentType: type }
}

/** Returns true if a Matroska or WebM head names audio codecs (`A_OPUS`) but no video codecs (`V_VP9`). */
function holdsSoundAlone(head: Uint8Array): boolean {
  const codecs =
    Buffer.from(head)
      .toString('latin1')
      .match(/\b[AV]_(OPUS|VORBIS|AAC|VP8|VP9|AV1|MPEG|MPEG4)\b/g) ?? []
  return codecs.length > 0 && codecs.every((codec) => codec.startsWith('A'))
}

/** Returns the kind of a content type, or undefined. SVG can contain scripts, so it is not a picture here. */
function kindOf(contentType: string): Kind | undefined {
  const type = /^(image|video|audio)\/([a-z0-9][a-z0-9!#$&^_.+-]*)\s*(;|$)/i.exec(contentType.trim())
  if (!type || /^svg/i.test(type[2] ?? '')) return undefined
  return type[1]?.toLowerCase() as Kind
}

/** Returns the kind of a content type. Throws UnsupportedMedia. */
export function requireKind(contentType: string): Kind {
  const kind = kindOf(contentType)
  if (!kind) throw new UnsupportedMedia(refusals.kinds)
  return kind
}

/** Returns the extension for a type of `sniff`, without the dot. */
export function extensionOf(contentType: string): string {
  return extensions[contentType] ?? 'bin'
}
