import { expect, test } from 'vitest'
import { z } from 'zod'
import { Tags, unlessEmpty } from '#content/entry/schema.ts'
import { line } from '#core/input/text.ts'
import { formValues, plainFields } from './fields.ts'

const Sample = z.object({
  title: line(200),
  note: unlessEmpty(line(200)),
  choice: z.preprocess((raw) => (raw === '' ? null : raw), z.uuid().nullish()),
  list: z.array(line(100)).max(30).default([]),
  tags: Tags.optional(),
})
const fields = plainFields(Sample, 'title', 'note', 'choice', 'list', 'tags')
const audience = { visibility: 'keepers', groups: [], labels: [], deceased: true, allowComments: false } as const

test('begins with empty texts and lists, whatever wraps them in the schema', () => {
  const blank = { title: '', note: '', choice: '', list: [], tags: [] }
  const { audience, ...values } = formValues(fields, undefined, 'members')
  expect(values).toEqual(blank)
  expect(audience.visibility).toBe('members')
})

test('shows an entry’s values, and blank ones for those that it lacks', () => {
  const entry = { ...audience, title: 'Sample title', note: null, tags: ['sample'], groups: [], labels: [], other: 1 }
  expect(formValues(fields, entry, 'members')).toEqual({
    ...{ title: 'Sample title', note: '', choice: '', list: [], tags: ['sample'] },
    audience,
  })
})
