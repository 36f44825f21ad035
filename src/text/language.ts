/** Languages of the interface. English is complete; the others are drafts until a speaker has reviewed them. */
export const languages = ['en', 'sw'] as const
export type Language = (typeof languages)[number]

/** Returns the language with that code, or English if there is none. */
export function languageOf(name: string | null | undefined): Language {
  return languages.find((one) => one === name) ?? 'en'
}

/** The shape of a translated catalogue: the same keys, lists of the same length, functions with the same arguments. */
export type Words<T> = T extends string
  ? string
  : T extends (...given: infer A) => infer R
    ? (...given: A) => Words<R>
    : { readonly [K in keyof T]: Words<T[K]> }

let currentLanguage = (): Language => 'en'
const catalogues = new Map<string, object>()

/** Returns the language of the request (on the server) or of the page (in the browser). */
export function language(): Language {
  return currentLanguage()
}

/** Sets the function that returns the language. Until then the language is English. */
export function speak(source: () => Language): void {
  currentLanguage = source
}

/** Returns what `read` reads in that language, whose catalogues must be loaded. */
export function textsIn<T>(chosen: Language, read: () => T): T {
  const current = currentLanguage
  speak(() => chosen)
  try {
    return read()
  } finally {
    speak(current)
  }
}

/** Registers Kiswahili catalogues by the names that `catalogue` gave them. */
export function learn(kiswahili: Record<string, object>): void {
  for (const [name, words] of Object.entries(kiswahili)) catalogues.set(name, words)
}

/** Returns the locale for `Intl`. Kenyan English uses British date formats. */
export function locale(): string {
  return language() === 'en' ? 'en-GB' : 'sw-KE'
}

/**
 * Returns the texts of a folder in the current language. Read texts inside functions, never while a module loads,
 * because each access looks up the language.
 * @param name key of the Kiswahili texts in `src/kiswahili.ts`
 */
/* @__NO_SIDE_EFFECTS__ */
export function catalogue<const T extends object>(name: string, english: T): Words<T> {
  return inLanguage(english, () => {
    const words = catalogues.get(name)
    if (!words) throw new Error(`The catalogue “${name}” has no Kiswahili text. Add it to src/kiswahili.ts.`)
    return words
  }) as Words<T>
}

function inLanguage(english: object, other: () => object): object {
  const parts = new Map<PropertyKey, object>()
  for (const [key, value] of Object.entries(english))
    if (typeof value === 'object')
      parts.set(
        key,
        inLanguage(value, () => Reflect.get(other(), key)),
      )
  return new Proxy(english, {
    get(_, key) {
      const part = parts.get(key)
      if (part) return part
      return Object.hasOwn(english, key) && language() !== 'en' ? Reflect.get(other(), key) : Reflect.get(english, key)
    },
  })
}
