import { AsyncLocalStorage } from 'node:async_hooks'
import { type Language, languageOf, learn, speak } from '#core/language.ts'
import { kiswahili } from '#src/kiswahili.ts'
import { refusals } from '#src/refusals.sw.ts'

const requests = new AsyncLocalStorage<{ language: Language }>()
const cookieName = 'language'

/** The language of the request under way; English outside of one, in jobs and while starting. */
export function requestLanguage(): Language {
  return requests.getStore()?.language ?? 'en'
}

learn({ ...kiswahili, ...refusals })
speak(requestLanguage)

/** Runs `work` as a request in this language, which `answerIn` may change once the viewer is known. */
export function startIn<T>(language: Language, work: () => T): T {
  return requests.run({ language }, work)
}

/** From here on the request under way is answered in this language. */
export function answerIn(language: Language): void {
  const request = requests.getStore()
  if (request) request.language = language
}

/**
 * What a guest chose (PRODUCT §5), from the Cookie header. Accept-Language does not count: a phone that is set to Kiswahili
 * would get a draft that nobody asked for.
 */
export function chosenLanguage(cookies = ''): Language {
  const chosen = new RegExp(`(?:^|; )${cookieName}=(\\w+)`).exec(cookies)?.[1]
  return languageOf(chosen)
}

/** The Set-Cookie line of a guest's choice, kept for a year; English needs none. */
export function languageCookieLine(language: Language, secure: boolean): string {
  const value = language === 'en' ? `${cookieName}=; Max-Age=0` : `${cookieName}=${language}; Max-Age=31536000`
  return `${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
