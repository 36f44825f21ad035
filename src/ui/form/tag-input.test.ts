import { expect, test } from 'vitest'
import { withTag } from './tag-input.tsx'

test('a tag is trimmed, never empty, never twice', () => {
  expect(withTag(['a'], '  b ')).toEqual(['a', 'b'])
  expect(withTag(['a'], '   ')).toEqual(['a'])
  expect(withTag(['a'], ' a ')).toEqual(['a'])
})
