import { fileTypeFromBuffer } from 'file-type'
import { UnsupportedMedia } from '#core/errors.ts'
import { refusals } from './refusals.ts'

export type Kind = 'image' | 'video' | 'audio'
export type FileType = { kind: Kind; contentType: string }

/** How many of a file's first bytes tell what it is. */
export const sniffedBytes = 4100

/** What may be kept: the type that the bytes show → the type and extension that it is served with. */
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
/** Containers of both kinds: phones record a voice into them too, so what the sender declared or the tracks show decides. */
const audioToo: Record<string, [contentType: string, extension: string]> = {
  'video/webm': ['audio/webm', 'webm'],
  'video/mp4': ['audio/mp4', 'm4a'],
  'video/3gpp': ['audio/3gpp', '3gp'],
  'video/matroska': ['audio/matroska', 'mka'],
}
const extensions = Object.fromEntries([...Object.values(allowed), ...Object.values(audioToo)])

/**
 * What the first bytes show the file to be.
 * @param declared the type that the sender named; it only helps to tell sound from video where a container holds either
 * Throws UnsupportedMedia for anything that is not kept here.
 */
export async function sniff(head: Uint8Array, declared: string): Promise<FileType> {
  // A head that makes the detector stumble is no file we keep.
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  const mime = found?.mime.split(';')[0]?.trim() ?? ''
  const contentType = Object.hasOwn(allowed, mime) ? allowed[mime]?.[0] : undefined
  if (!contentType) throw new UnsupportedMedia(refusals.kinds)
  const asAudio = kindOf(declared) === 'audio' || holdsSoundAlone(head) ? audioToo[contentType]?.[0] : undefined
  const type = asAudio ?? contentType
  return { kind: type.split('/')[0] as Kind, contentType: type }
}

/** Whether a Matroska or WebM head names codecs of sound (`A_OPUS`) and none of pictures (`V_VP9`). */
function holdsSoundAlone(head: Uint8Array): boolean {
  const codecs =
    Buffer.from(head)
      .toString('latin1')
      .match(/\b[AV]_(OPUS|VORBIS|AAC|VP8|VP9|AV1|MPEG|MPEG4)\b/g) ?? []
  return codecs.length > 0 && codecs.every((codec) => codec.startsWith('A'))
}

/** The kind that a declared type names, or undefined: SVG is a document with scripts, never a picture here. */
function kindOf(contentType: string): Kind | undefined {
  const type = /^(image|video|audio)\/([a-z0-9][a-z0-9!#$&^_.+-]*)\s*(;|$)/i.exec(contentType.trim())
  if (!type || /^svg/i.test(type[2] ?? '')) return undefined
  return type[1]?.toLowerCase() as Kind
}

/** As `kindOf`, but throws UnsupportedMedia. */
export function requireKind(contentType: string): Kind {
  const kind = kindOf(contentType)
  if (!kind) throw new UnsupportedMedia(refusals.kinds)
  return kind
}

/** The extension that goes with a type of `sniff`, without the dot. */
export function extensionOf(contentType: string): string {
  return extensions[contentType] ?? 'bin'
}
