/** Maximum length of a word's recording, in seconds. */
export const longestVoice = 60

/** Returns the name of the form and field in which this device stores the recording of a word until it is sent. */
export function voiceField(wordId: string): string {
  return `voice:${wordId}:fileUrl`
}
