import { z } from 'zod'

/** Where the last page ended: the sort value and the id of its last row. */
export const Key = z.object({ value: z.union([z.string(), z.number()]), id: z.uuid() })
export type Key = z.infer<typeof Key>

const KeyInput = z.preprocess((raw) => {
  if (typeof raw !== 'string') return raw
  if (raw === '' || raw === 'null') return undefined
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}, Key.optional())

/** What every list takes: `limit` 1 to 100, and `lastKey` as the previous answer gave it (an object, or its JSON). */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  lastKey: KeyInput,
})
export type PageQuery = z.output<typeof PageQuery>

/** What every list answers; `lastKey` is null on the last page. */
export function Page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), lastKey: Key.nullable() })
}

/**
 * Cuts `limit + 1` rows to a page: one row more than asked for tells whether another page follows.
 * @param keyOf the sort value and id of a row
 */
export function toPage<R, T>(rows: R[], limit: number, keyOf: (row: R) => Key, map: (row: R) => T) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(map), lastKey: rows.length > limit && last ? keyOf(last) : null }
}
