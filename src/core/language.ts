/** The languages of the interface. English is complete; the others are drafts until a speaker has reviewed them. */
export const languages = ['en', 'sw'] as const
export type Language = (typeof languages)[number]

/** The language of that name; English where there is none. */
export function languageOf(name: string | null | undefined): Language {
  return languages.find((one) => one === name) ?? 'en'
}

/** A catalogue of the same shape with other words: the same keys, lists of the same length, functions of the same arguments. */
export type Words<T> = T extends string
  ? string
  : T extends (...given: infer A) => infer R
    ? (...given: A) => Words<R>
    : { readonly [K in keyof T]: Words<T[K]> }

let speaking = (): Language => 'en'
const learnt = new Map<string, object>()

/** The language of whoever is being answered: on the server of the request, in the browser of the page. */
export function language(): Language {
  return speaking()
}

/** Says where the language comes from; until then it is English. */
export function speak(source: () => Language): void {
  speaking = source
}

/** Takes in Kiswahili catalogues, by the names that `catalogue` gave them. */
export function learn(kiswahili: Record<string, object>): void {
  for (const [name, words] of Object.entries(kiswahili)) learnt.set(name, words)
}

/** For `Intl`: English as Kenyans write it has the date formats of Britain. */
export function locale(): string {
  return language() === 'en' ? 'en-GB' : 'sw-KE'
}

/**
 * The words of a folder. Each is looked up when it is read, in the language of that moment: read words inside functions,
 * never while a module loads. @param name what its Kiswahili is called in `src/kiswahili.ts`
 */
/* @__NO_SIDE_EFFECTS__ */
export function catalogue<const T extends object>(name: string, english: T): Words<T> {
  return inLanguage(english, () => {
    const words = learnt.get(name)
    if (!words) throw new Error(`The catalogue “${name}” has no Kiswahili: src/kiswahili.ts lists them.`)
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
