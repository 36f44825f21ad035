/** Background colours. A class with this name redefines the colour roles inside it. */
export type Field = 'ochre' | 'maize' | 'acacia' | 'dusk' | 'milk'

/** Joins class names and leaves out unset ones. Returns undefined if there are none. */
export function classes(...names: (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
