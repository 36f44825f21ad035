import { expect, test } from 'vitest'
import { distinctTags, withTag } from './tags.ts'

test('a tag is trimmed, not empty and not repeated', () => {
  expect(withTag(['a'], '  b ')).toEqual(['a', 'b'])
  expect(withTag(['a'], '   ')).toEqual(['a'])
  expect(withTag(['a'], ' a ')).toEqual(['a'])
})

test.each([
  ['sample tag', 'sample-tag', 'Sample Tag', 'sampletag'],
  ["sample'tag", 'sample’tag', 'sam\u00adple´tag', 'Sampleʼtag'],
])('tags that are the same in a search are one: %j', (...tags) => {
  expect(distinctTags([...tags, 'other'])).toEqual([tags[0], 'other'])
})

test('tags that differ only in case are one, in the first spelling', () => {
  expect(withTag(['Sample'], 'sAMPLE')).toEqual(['Sample'])
  expect(distinctTags(['Sample', 'other', 'SAMPLE', 'Other'])).toEqual(['Sample', 'other'])
  // An accent typed as a separate character counts as the same accent.
  expect(distinctTags(['\u00c9tude', 'e\u0301tude'])).toEqual(['\u00c9tude'])
  // The rules of the phone's language don't apply: in Turkish, a capital I would become another letter.
  expect(distinctTags(['III', 'iii'])).toEqual(['III'])
})
