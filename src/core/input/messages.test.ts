import { expect, test } from 'vitest'
import { z } from 'zod'
import './messages.ts'

const refusals: [z.ZodType, unknown, string][] = [
  [z.enum(['one', 'two']), 'three', 'Choose one of these: one, two.'],
  [z.literal('one'), 'two', 'Choose one of these: one.'],
  [z.string(), undefined, 'This field is required.'],
  [z.string(), 5, 'This has a form that the site can’t use.'],
  [z.array(z.string()), 'x', 'This has a form that the site can’t use.'],
  [z.array(z.string()).min(1), [], 'This field is required.'],
  [z.union([z.string(), z.number()]), true, 'This has a form that the site can’t use.'],
  [z.strictObject({}), { a: 1 }, 'This has a form that the site can’t use.'],
  [z.uuid(), 'x', 'This has a form that the site can’t use.'],
  [z.coerce.number(), 'x', 'Enter a number.'],
  [z.int(), 1.5, 'Enter a whole number.'],
  [z.number().min(3), 1, 'Enter 3 or more.'],
  [z.number().max(3), 5, 'Enter 3 or less.'],
  [z.string().min(3), 'x', 'Enter at least 3 characters.'],
  [z.string().max(3), 'long', 'Use at most 3 characters.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Add at most 1 items.'],
]

test.each(refusals)('a value of the wrong kind is refused in our words (%#)', (schema, value, message) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
})
