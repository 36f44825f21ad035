import { describe, expect, test } from 'vitest'
import fc from '#test/property.ts'
import { decomposed, fold, foldings, joined, sameKey, typedForms } from './fold.ts'
import { soughtIn } from './terms.ts'

describe('characters that nobody sees count as nothing', () => {
  test.each([
    ['soft hyphen', '\u00ad'],
    ['zero-width space', '\u200b'],
    ['zero-width joiner', '\u200d'],
    ['zero-width non-joiner', '\u200c'],
    ['word joiner', '\u2060'],
    ['byte order mark', '\ufeff'],
    ['left-to-right mark', '\u200e'],
    ['pop directional isolate', '\u2069'],
    ['grapheme joiner', '\u034f'],
    ['variation selector', '\ufe0f'],
  ])('%s', (_, sign) => {
    for (const text of ['zarimo', 'ŋu ravo', 'zárì'])
      for (let at = 0; at <= text.length; at++) {
        const hidden = text.slice(0, at) + sign + text.slice(at)
        expect([fold(hidden), sameKey(hidden)]).toEqual([fold(text), sameKey(text)])
      }
  })
})

describe('every apostrophe is one sign', () => {
  test.each([...'’‘‛′‵´`ʼʻʽʾʿʹˊˋʽꞌՙ＇՚׳΄˙¨'].filter((sign) => sign !== 'ՙ'))('ng%sazu', (sign) => {
    expect(fold(`ng${sign}azu`)).toBe(fold("ng'azu"))
    expect(fold(`ng${sign}azu`)).toBe('ngazu')
    expect(foldings(`ng${sign}azu`)).toEqual(['ngazu', 'nazu'])
    expect(decomposed(`Ng${sign}azu`)).toBe("ng'azu")
    expect(sameKey(`NG${sign}azu`)).toBe(sameKey("ng'azu"))
  })

  test('stress, length and superscript letters are no apostrophes', () => {
    expect(['ˈzaru', 'zaˌru', 'zaːru', 'zaˑru'].map(fold)).toEqual(['zaru', 'zaru', 'zaru', 'zaru'])
    expect(['ˈzaru', 'zaːru'].map(sameKey)).toEqual(['ˈzaru', 'zaːru'])
    expect(fold('tʰazu')).toBe('thazu')
    expect(fold('ʔazu')).toBe('ʔazu')
  })
})

describe('colons and dots of length are letters', () => {
  test.each(['na:ruvo', 'na·ruvo', 'na.ruvo', 'na꞉ruvo', 'na‧ruvo', 'na∶ruvo', 'na::ruvo', 'na：ruvo', 'na˙ruvo'])(
    '%s',
    (text) => {
      expect(fold(text)).toBe('naruvo')
      expect(fold(text)).toBe(fold('naːruvo'))
    },
  )

  test('but not those between sentences, numbers and parts of a list', () => {
    expect(fold('First. Second')).toBe('first second')
    expect(fold('Zaru: one')).toBe('zaru one')
    expect(fold('at 12:30, 3.5 km')).toBe('at 12 30 3 5 km')
    expect(fold('zaru...ruvo')).toBe('zaru ruvo')
    expect(fold('zaru · ruvo')).toBe('zaru ruvo')
  })
})

test.each(['duvo-duvo', 'duvo duvo', 'duvo=duvo', 'duvoduvo', 'duvo‑duvo', 'duvo–duvo', 'duvo\u00a0duvo', 'DUVO_duvo'])(
  '%s has the same letters, however its parts are joined',
  (text) => {
    expect(joined(fold(text))).toBe('duvoduvo')
    expect(sameKey(text)).toBe('duvoduvo')
  },
)

test.each([
  ['zári', 'zàri'],
  ['zari', 'zaːri'],
  ["ng'ari", 'ngari'],
  ['!', '?'],
  ['7-8 samples', '7.8 samples'],
  ['sample 3/4', 'sample 3.4'],
])('%s and %s are found by the same search, but are not the same', (one, other) => {
  expect(fold(one)).toBe(fold(other))
  expect(sameKey(one)).not.toBe(sameKey(other))
})

test.each([
  ['2.5 samples', '25 samples', '2.5  Samples.'],
  ['sample 7-8', 'sample 78', 'Sample 7–8'],
  ['1 204 samples', '1204 samples', '1\u00a0204-samples'],
])('numbers are compared with the signs in them: %s is not %s, but %s', (one, other, same) => {
  expect(sameKey(one)).not.toBe(sameKey(other))
  expect(sameKey(one)).toBe(sameKey(same))
})

test('an English article is taken off a search', () => {
  expect(soughtIn('The sample')).toEqual({ whole: 'the sample', sought: 'sample' })
  expect(soughtIn('an  example of it')).toEqual({ whole: 'an example of it', sought: 'example of it' })
  expect(soughtIn('“to\u00a0sample”').sought).toBe('sample')
  for (const q of ['the', 'a-sample', 'theatre', 'tosample', 'the !'])
    expect(soughtIn(q).sought).toBe(soughtIn(q).whole)
})

test('a form typed with another apostrophe, in upper case or with hidden characters is exactly the form', () => {
  for (const typed of ['ng´ázu', 'NG’ÁZU', 'ng\u200b’a\u0301zu ']) expect(typedForms(typed)).toContain('ng’ázu')
  expect(typedForms('Ng’ázu')[0]).toBe('Ng’ázu')
  expect(typedForms('ng’ázu')).not.toContain('ng’azu')
})

test('folding twice changes nothing more', () => {
  const part = fc.constantFrom(...'aŋj\u0301´′`:.·-= \u00adːˈꞌ꞉\u200b', 'ng', 'tʃ', 'É', 'ŉ')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const folded = fold(parts.join(''))
      expect(fold(folded)).toBe(folded)
    }),
    { numRuns: 2000 },
  )
})
