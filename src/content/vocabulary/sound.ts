import type { Pronunciation } from './schema.ts'

/** Seconds that a recording of one word may take. */
export const longestVoice = 60

/** What a player needs of a voice: the small copy where there is one, and what that costs. */
export function heard({ file }: Pronunciation) {
  const copy = file.variants.findLast(({ kind }) => kind === 'audio') ?? file
  return {
    src: copy.url,
    ...(copy.size !== null && { size: copy.size }),
    ...(file.duration !== null && { duration: file.duration }),
    ...(file.peaks && { peaks: file.peaks }),
  }
}
