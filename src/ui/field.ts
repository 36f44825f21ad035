/** The fields of the land: a class of this name re-points every colour role inside it. */
export type Field = 'ochre' | 'maize' | 'acacia' | 'dusk' | 'milk'

/** Joins class names, leaving out what is not set. */
export function classes(...names: (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
