const plain = /^[\t\n\x20-\x7e]*$/
const noBreakSpaces = /[\u00a0\u2007\u202f]/g
/** Matches line breaks other than LF, such as those of Windows and those within a paragraph of a slide (U+000B). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match them
const lineBreaks = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g
/**
 * Matches characters that are never seen, such as soft hyphens and marks of direction. Joiners, variation selectors and
 * fillers are left out, because emoji and some scripts need them.
 */
const invisible =
  /(?!\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u115f\u1160]|[\u200c\u200d]|\u3164|\uffa0|[\u{e0000}-\u{e0fff}])\p{Default_Ignorable_Code_Point}/gu
/** Matches joiners beside Latin letters, digits and spaces, where they join nothing. */
const strayJoiners =
  /(?<=^|[\s\p{Script=Latin}\p{N}\p{P}])[\u200c\u200d]+|[\u200c\u200d]+(?=[\s\p{Script=Latin}\p{N}\p{P}]|$)/gu

/**
 * Returns the text without the invisible marks that phones, messengers and word processors add, and with ordinary
 * spaces and line breaks for unusual ones.
 */
export function mended(text: string): string {
  if (plain.test(text)) return text
  return text.replace(noBreakSpaces, ' ').replace(lineBreaks, '\n').replace(invisible, '').replace(strayJoiners, '')
}

/**
 * Returns a search mended, unless nothing would be left: an empty search lists everything, and one for an invisible
 * character must find nothing.
 */
export function mendedSearch(q: string): string {
  return mended(q).trim() || q.replace(/\p{White_Space}+/gu, '')
}
