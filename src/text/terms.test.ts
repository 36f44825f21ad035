import { expect, test } from 'vitest'
import fc from '#test/property.ts'
import { fold, foldings } from './fold.ts'
import { cut, glosses, nearKeys, soughtKeys, terms, wordsIn } from './terms.ts'

test('forms of one word in two transcriptions fold to the same', () => {
  expect(fold('ɒ́kɔ́ːŋɔ')).toBe('akongo')
  expect(fold('akoŋo')).toBe('akongo')
  expect(fold("AKONG'O")).toBe('akongo')
})

test.each([
  ['tʃitʃ', 'chich'],
  ['tʃeptejlel', 'Cheptey-lel'.replace('-', '')],
  ['ŋaljap', "ng'alyap"],
  ['ərèːɲ', 'ereny'],
  ['tɪ́sɔ́p', 'tisop'],
  ['típtə́m', 'TIPTEM'],
  ['tɒmɒn ŋɡɔː lɔ́', 'taman nggo lo'],
  ['  Twenty - one! ', 'twenty one'],
])('%s and %s fold to the same', (phonetic, practical) => {
  expect(fold(phonetic)).toBe(fold(practical))
})

test('folding is idempotent', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)))
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => fold(fold(text)) === fold(text)))
})

test('ŋ is found by ng and by n', () => {
  expect(foldings('koŋo')).toEqual(['kongo', 'kono'])
  expect(foldings("KONG'O")).toEqual(['kongo', 'kono'])
  expect(foldings('kongo')).toEqual(['kongo'])
})

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
const word = fc.array(letter, { minLength: 4, maxLength: 30 })

test('a word is found by every one-edit misspelling', () => {
  const edit = fc.constantFrom('insert', 'delete', 'replace', 'swap')
  fc.assert(
    fc.property(word, edit, fc.nat(), letter, (letters, kind, at, with_) => {
      const i = at % letters.length
      const misspelt = [...letters]
      if (kind === 'insert') misspelt.splice(i, 0, with_)
      if (kind === 'delete') misspelt.splice(i, 1)
      if (kind === 'replace') misspelt[i] = with_
      if (kind === 'swap') misspelt.splice(i, 2, ...letters.slice(i, i + 2).reverse())
      const shared = new Set(nearKeys(letters.join('')))
      expect(soughtKeys(misspelt.join('')).some((one) => shared.has(one))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('words that only share a deletion aren’t misspellings of each other', () => {
  for (const [one, other] of [
    ['tonge', 'stone'],
    ['abcde', 'bcdef'],
  ] as const)
    expect(soughtKeys(one).filter((key) => nearKeys(other).includes(key))).toEqual([])
})

test('keys stay few, and short words stay complete', () => {
  expect(nearKeys('one')).toEqual(['=one'])
  expect(nearKeys('tree')).toEqual(['=tree', '<ree', '0:ree', '<tee', '1:tee', '<tre', '2:tre', '3:tre'])
  expect(nearKeys('w'.repeat(200)).length).toBeLessThanOrEqual(49)
})

test('a search can begin at each gloss and each word inside', () => {
  expect(glosses('mountain, hill')).toEqual(['mountain', 'hill'])
  expect(glosses('to see; a look')).toEqual(['to see', 'a look', 'see', 'look'])
  expect(terms({ form: 'tɒmɒn ŋɡɔː lɔ́', english: 'sixteen' })).toEqual([
    { term: 'nggo lo', inside: true },
    { term: 'lo', inside: true },
    { term: 'taman nggo lo', inside: false },
    { term: 'sixteen', inside: false },
  ])
  expect(terms({ form: '!', english: 'wordone' })).toEqual([{ term: 'wordone', inside: false }])
})

test('terms are limited however long the forms are', () => {
  const long = { form: 'wordone '.repeat(25), english: 'x'.repeat(200) }
  expect(terms(long).every(({ term }) => term.length <= 60 && term === cut(term))).toBe(true)
  expect(terms(long).length).toBeLessThan(16)
  expect(wordsIn(terms(long))).toEqual(['wordone', 'word', 'x'.repeat(60)])
})
