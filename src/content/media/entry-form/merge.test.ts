import { describe, expect, test } from 'vitest'
import { changedFields } from '#core/concurrency/changed-fields.ts'
import { differencesOf, merge } from './merge.ts'

const base = { title: 'Sample title', place: '', tags: ['one'] }

describe('differencesOf', () => {
  test('asks the person only about fields that both sides changed', () => {
    const mine = { title: 'My title', place: 'Sample place', tags: ['one'] }
    const theirs = { title: 'Their title', place: '', tags: ['one', 'two'] }
    expect(differencesOf(base, mine, theirs)).toEqual([
      { field: 'title', choice: null },
      { field: 'place', choice: 'mine' },
      { field: 'tags', choice: 'theirs' },
    ])
  })

  test('leaves out fields that are equal on both sides', () => {
    const same = { ...base, title: 'Same new title' }
    expect(differencesOf(base, same, structuredClone(same))).toEqual([])
  })
})

test('merge takes the chosen fields from the site and keeps the others as typed', () => {
  const mine = { title: 'My title', place: 'Sample place', tags: ['one'] }
  const theirs = { title: 'Their title', place: 'Other place', tags: [] }
  expect(merge(mine, theirs, { title: 'theirs', place: 'mine' })).toEqual({ ...mine, title: 'Their title' })
})

test('changedFields leaves out unchanged fields', () => {
  expect(changedFields(base, { ...base, tags: ['one'], place: 'Sample place' })).toEqual({ place: 'Sample place' })
})
