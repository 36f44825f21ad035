/** Returns the tag (BCP 47) of a language's phonetic transcription. The variant comes before the private part. */
export function phonetic(language: string): string {
  const [start = language, end] = language.split('-x-')
  return `${start}-fonipa${end ? `-x-${end}` : ''}`
}
