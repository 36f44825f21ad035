/** Returns the address that sets this device's language and leads back to `back` (`server/http/language.ts`). */
export function languageHref(language: string, back: string): string {
  return `/choose-language?to=${language}&back=${encodeURIComponent(back)}`
}
