import { sameKey } from '#text/fold.ts'
import type { Word } from './schema.ts'

type Form = Pick<Word, 'form' | 'english'>

const same = (one: string, other: string) => sameKey(one) === sameKey(other)

/**
 * Groups words with the same English or form, each group at its first word's position; no form counts as the correct
 * one.
 */
export function groupForms<T extends Form>(words: readonly T[]): T[][] {
  const groups: T[][] = []
  for (const word of words) {
    const group = groups.find((forms) =>
      forms.some(({ form, english }) => same(english, word.english) || same(form, word.form)),
    )
    if (group) group.push(word)
    else groups.push([word])
  }
  return groups
}
