import { expect, test } from 'vitest'
import { alphabetOf } from './alphabet.ts'

const listed = 'a,ə,d,e,i,k,l,m,n,ɲ ny,ŋ ng,o,ɒ ɑ,ɔ,p,r,t,tʃ ʧ ch,u,w'
const { sortKey, codeOf } = alphabetOf(listed.split(',').map((letter) => letter.split(' ')))

test('the dictionary is sorted by the list of letters', () => {
  const inOrder = ['a', 'ərèːɲ', 'er', 'mùːt', 'nt', 'ɲt', 'ŋaljap', 'or', 'ɒ́kɔ́ːŋɔ', 'pɔ́kɔ́l', 'tul', 'tʃitʃ', 'wordone']
  expect(inOrder.toReversed().sort(bySortKey)).toEqual(inOrder)
  expect(['tɒmɒn ŋɡɔː lɔ́', 'tɒmɒn'].sort(bySortKey)).toEqual(['tɒmɒn', 'tɒmɒn ŋɡɔː lɔ́'])
})

function bySortKey(a: string, b: string) {
  return Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b)))
}

test('case, marks, ties and signs around a form are ignored', () => {
  expect(sortKey('típtə́m')).toBe(sortKey('Tiptəm'))
  expect(sortKey('t͡ʃa')).toBe(sortKey('tʃa'))
  expect(sortKey(" - 'a!b ' ")).toBe(sortKey('a b'))
  expect(sortKey('?!')).toBe('')
})

test('a letter is recognized in its other spellings', () => {
  expect(codeOf('tʃ')).toBe(codeOf('CH'))
  expect(codeOf('ŋ')).toBe(codeOf("ng'"))
  expect([codeOf('4'), codeOf('aa'), codeOf('')]).toEqual([undefined, undefined, undefined])
})

test('marks and apostrophes count only for letters that are written with them', () => {
  const marked = alphabetOf([['a'], ['\u0101'], ['n'], ['ng'], ["ng'"]])
  const of = (form: string) => marked.sortKey(form)
  expect([of('a'), of('\u00e1'), of('\u0101'), of('a\u0301\u0304'), of('\u0100')]).toEqual(['0', '0', '1', '1', '1'])
  expect([of('ng'), of('ng’'), of('NGʼ'), of('n'), of("n'")]).toEqual(['3', '4', '4', '2', '2'])
})

test('a key stays short however long the form is', () => {
  expect(sortKey('ab '.repeat(100)).length).toBeLessThanOrEqual(62)
})
