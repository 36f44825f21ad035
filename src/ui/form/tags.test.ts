import { expect, test } from 'vitest'
import { distinctTags, withTag } from './tags.ts'

test('a tag is trimmed, not empty and not repeated', () => {
  expect(withTag(['a'], '  b ')).toEqual(['a', 'b'])
  expect(withTag(['a'], '   ')).toEqual(['a'])
  expect(withTag(['a'], ' a ')).toEqual(['a'])
})

test('tags that differ only in case are one, in the first spelling', () => {
  expect(withTag(['Sample'], 'sAMPLE')).toEqual(['Sample'])
  expect(distinctTags(['Sample', 'other', 'SAMPLE', 'Other'])).toEqual(['Sample', 'other'])
  // An accent typed as a letter of its own is the same accent.
  expect(distinctTags(['\u00c9tude', 'e\u0301tude'])).toEqual(['\u00c9tude'])
  // By no language's rules: a Turkish phone would make another letter of a capital I.
  expect(distinctTags(['III', 'iii'])).toEqual(['III'])
})
