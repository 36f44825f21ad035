import { expect, test } from 'vitest'
import { mayDecide, mayModerate } from './policy.ts'

test.each([
  [{ own: false, unseen: null }, ['hidden', 'kept', 'restored']],
  [{ own: false, unseen: 'draft' }, ['kept']],
  [{ own: false, unseen: 'limited' }, []],
  [{ own: true, unseen: null }, []],
  [{ own: true, unseen: 'draft' }, []],
] as const)('the report %o can be decided as %o', (report, expected) => {
  const resolutions = ['hidden', 'kept', 'restored'] as const
  expect(resolutions.filter((resolution) => mayDecide(report, resolution))).toEqual(expected)
})

test('moderators decide about other accounts, never about their own', () => {
  expect(mayModerate({ id: 'one' }, 'other')).toBe(true)
  expect(mayModerate({ id: 'one' }, 'one')).toBe(false)
  expect(mayModerate(null, 'one')).toBe(false)
})
