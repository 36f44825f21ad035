/** Returns the address that sets the language of this device and goes back to `back` (`server/http/language-choice.ts`). */
export function languageHref(language: string, back: string): string {
  return `/choose-language?to=${language}&back=${encodeURIComponent(back)}`
}
