import type { Word } from './schema.ts'

type Form = Pick<Word, 'marakwet' | 'english'>

const same = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase()

/** Words in groups of one English or one form, each group where its first word stood: none of them is the correct one. */
export function standTogether<T extends Form>(words: readonly T[]): T[][] {
  const groups: T[][] = []
  for (const word of words) {
    const group = groups.find((forms) =>
      forms.some(({ marakwet, english }) => same(english, word.english) || same(marakwet, word.marakwet)),
    )
    if (group) group.push(word)
    else groups.push([word])
  }
  return groups
}
