import type { Pronunciation } from '../schema.ts'

/** Maximum length of a word's recording, in seconds. */
export const longestVoice = 60

/** Returns the name of the form and field in which this device stores the recording of a word until it is sent. */
export function voiceField(wordId: string): string {
  return `voice:${wordId}:fileUrl`
}

/** Returns the props of an audio player: the small copy if there is one, with its size. */
export function heard({ file }: Pronunciation) {
  const copy = file.variants.findLast(({ kind }) => kind === 'audio') ?? file
  return {
    src: copy.url,
    ...(copy.size !== null && { size: copy.size }),
    ...(file.duration !== null && { duration: file.duration }),
    ...(file.peaks && { peaks: file.peaks }),
  }
}
