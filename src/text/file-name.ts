/** Endings of the names of pictures, recordings and films. */
const endings = new Set(
  `jpg jpeg jpe jfif png webp gif avif heic heics heif mp4 m4v webm mov qt 3gp 3gpp 3g2 mkv ogv
  mp3 ogg oga opus wav wave m4a m4b aac amr awb flac aiff aif aifc weba mka`.split(/\s+/),
)

/** Returns a name without the ending of a picture, recording or film: "St. Mary" and "no.12" have none. */
export function withoutEnding(name: string): string {
  const ending = /\.(\w{1,5})$/.exec(name)?.[1] ?? ''
  return endings.has(ending.toLowerCase()) ? name.slice(0, -ending.length - 1) : name
}

/**
 * Returns a file's name as it can be stored and shown: the last part of a path of any operating system, on one line,
 * without control characters, lone surrogates or characters that reverse the order of others.
 */
export function cleanFileName(name: string): string {
  const isPath = /^(?:\.{0,2}|[a-z]:)[\\/]/i.test(name)
  const last = isPath ? name.split(/[\\/]/).at(-1) : name.replace(/[\\/]/g, '-')
  return (last ?? '')
    .toWellFormed()
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
