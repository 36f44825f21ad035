import { z } from 'zod'
import { isStorable } from './input/input.ts'
import { sentences } from './input/sentences.ts'

/** Position of a page's end: the sort value and id of its last row. */
export const Key = z.object({ value: z.union([z.string(), z.number()]), id: z.uuid() })
export type Key = z.infer<typeof Key>

const KeyInput = z.preprocess(
  (raw) => {
    if (typeof raw !== 'string') return raw
    if (raw === '' || raw === 'null') return undefined
    try {
      return JSON.parse(raw)
    } catch {
      return raw
    }
  },
  Key.extend({
    value: z.union([z.string().refine(isStorable, { error: () => sentences.hidden }), z.number()]),
  }).optional(),
)

/**
 * Input of every list: `limit` from 1 to 100, and `lastKey` from the previous response (as an object or as JSON). See
 * spec 22.3.
 */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  lastKey: KeyInput,
})
export type PageQuery = z.output<typeof PageQuery>

/** Output of every list; `lastKey` is null on the last page. */
export function Page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), lastKey: Key.nullable() })
}

/**
 * Returns a page of up to `limit` rows. If `rows` has one more than that, another page follows.
 * @param keyOf returns the sort value and id of a row
 * @param map converts a row to its output; by default, rows are returned unchanged
 */
export function toPage<R, T = R>(
  rows: R[],
  limit: number,
  keyOf: (row: R) => Key,
  map: (row: R) => T = (row) => row as unknown as T,
) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items: items.map(map), lastKey: rows.length > limit && last ? keyOf(last) : null }
}
