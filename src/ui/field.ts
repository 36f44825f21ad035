/** Background colours. A class with this name redefines every colour role inside it. */
export type Field = 'ochre' | 'maize' | 'acacia' | 'dusk' | 'milk'

/** Joins class names and leaves out unset ones. */
export function classes(...names: (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
