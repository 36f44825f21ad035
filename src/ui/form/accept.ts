/**
 * The `accept` attribute of fields for sound. Some systems treat phone recordings as videos, or know no type for them,
 * and would otherwise not offer them.
 */
export const acceptSound = [
  'audio/*,video/3gpp,video/mp4,video/webm,application/ogg,application/octet-stream',
  '.3gp,.amr,.m4a,.mp4,.ogg,.opus,.webm',
].join(',')

/** Types that systems give to files they don't know, and types of containers that may hold only sound. */
const unknown = /^(?:application\/octet-stream)?$/
const maybeSound = /^(?:video\/.+|application\/ogg)$/

/**
 * Returns true if a file's type, or the extension of its name, matches `accept`. A field for pictures, sound or films
 * also accepts unknown types, and one for sound accepts videos, because the site decides by the bytes.
 */
export function accepts(accept: string, type: string, name = ''): boolean {
  if (/\/\*/.test(accept) && unknown.test(type)) return true
  if (accept.includes('audio/*') && maybeSound.test(type)) return true
  return accept.split(',').some((one) => {
    const pattern = one.trim()
    if (pattern.startsWith('.')) return name.toLowerCase().endsWith(pattern)
    return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
  })
}
