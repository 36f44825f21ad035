/** A longer word is cut in the middle, because otherwise a text of one long word would lose nearly everything. */
const longestWord = 40

/**
 * Returns the beginning of a text: at most `length` characters, ending with a whole word and "…" if it was cut. The
 * default of 200 is that of excerpts (spec 4.3).
 */
export function truncate(text: string, length = 200): string {
  // A character takes at most two UTF-16 units, so a long text needs no complete split.
  const characters = [...text.trim().slice(0, 2 * length + 2)]
  if (characters.length <= length) return characters.join('')
  const room = length - 1
  const space = characters.slice(0, room + 1).findLastIndex((one) => /\s/.test(one))
  const end = space > room - longestWord && space > 0 ? space : room
  return `${characters
    .slice(0, end)
    .join('')
    .replace(/[\s,;:–—-]+$/, '')}…`
}
