import { isSame } from '#core/concurrency/changed-fields.ts'

/** The version of a field to save: the one typed here, or the one on the site. */
export type Choice = 'mine' | 'theirs'

/** A field in which the versions differ. `choice` is null if both sides changed it, so that a person has to choose. */
export type Difference<Field extends string = string> = { field: Field; choice: Choice | null }

/**
 * Returns the fields in which my version and the one on the site differ. A field that only one side changed since
 * `base` is preset to that side's version.
 */
export function differencesOf<V extends Record<string, unknown>>(
  base: V,
  mine: V,
  theirs: V,
): Difference<keyof V & string>[] {
  return Object.keys(mine).flatMap((field) => {
    if (isSame(mine[field], theirs[field])) return []
    const choice = isSame(mine[field], base[field]) ? 'theirs' : isSame(theirs[field], base[field]) ? 'mine' : null
    return [{ field, choice }]
  })
}

/** Returns my version with the other side's value in every field where that was chosen. */
export function merge<V extends Record<string, unknown>>(
  mine: V,
  theirs: V,
  choices: Readonly<Record<string, Choice>>,
): V {
  const theirChoices = Object.entries(theirs).filter(([field]) => choices[field] === 'theirs')
  return { ...mine, ...Object.fromEntries(theirChoices) }
}
