import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Event } from '#content/event/schema.ts'
import type { Media } from '#content/media/schema.ts'
import { changePageOf, type EntryKind, entryKinds, pageOf } from './address.ts'

const id = '00000000-0000-7000-8000-000000000001'

describe('the address of an entry', () => {
  test('depends on its kind; variants of events and media don’t compile', () => {
    type Argument = Parameters<typeof pageOf>[0]
    expectTypeOf<Argument['type']>().toEqualTypeOf<EntryKind>()
    expectTypeOf<'in-person'>().not.toExtend<EntryKind>()
    expectTypeOf<'IMAGE'>().not.toExtend<EntryKind>()
    expectTypeOf<string>().not.toExtend<EntryKind>()
    expectTypeOf<Event>().not.toExtend<Argument>()
    expectTypeOf<Media>().not.toExtend<Argument>()
    expect(pageOf({ type: 'event', id })).toBe(`/events/${id}`)
    expect(pageOf({ type: 'media', id })).toBe(`/media/${id}`)
  })

  test.each(entryKinds)('has no undefined part, for reading or for editing: %s', (type) => {
    for (const path of [pageOf({ type, id }), changePageOf({ type, id })]) expect(path).not.toContain('undefined')
  })
})
