import { idPattern } from '#core/id.ts'
import type { NamedFile } from '#core/operation.ts'

/** Returns the file of a field, or an empty list if the field is empty, for an operation's `files`. */
export function namedFile(path: string, url: string | null | undefined): NamedFile[] {
  return url ? [{ url, path }] : []
}

/** Returns the recording of a voice like `namedFile`. It is refused if nothing can be heard in it, or above `most`. */
export function namedVoice(path: string, url: string | null | undefined, most?: NamedFile['most']): NamedFile[] {
  return namedFile(path, url).map((file) => ({ ...file, isVoice: true, most }))
}

/** Returns the pictures of an entry's list, for an operation's `files`. */
export function pictureFiles({ images = [] }: { images?: readonly { url: string }[] | undefined }): NamedFile[] {
  return images.map(({ url }, at) => ({ url, path: `images.${at}.url` }))
}

/** Returns the addresses of files in an HTML text, for an operation's `files`, without parsing the HTML. */
export function filesInHtml(path: string, html: string | null | undefined): NamedFile[] {
  const addresses = html?.match(new RegExp(`/files/${idPattern}`, 'g')) ?? []
  return [...new Set(addresses)].map((url) => ({ url, path }))
}
