import { z } from 'zod'
import { Language } from '#content/language/schema.ts'
import { isId } from '#core/id.ts'
import { BadBag } from './open.ts'
import { refusals } from './refusals.ts'

const Id = z.string().refine(isId)
const Row = z.record(z.string(), z.unknown())

const File = z.looseObject({
  id: Id,
  entry_id: Id,
  content_type: z.string(),
  sha256: z.string(),
  /** File name in the record's folder; absent if the original is missing. */
  path: z
    .string()
    .regex(/^[^/]+$/)
    .optional(),
  damage: z.enum(['damaged', 'missing']).nullable(),
})

/** `metadata.json` of an entry: its rows, by column name. */
const Record = z.looseObject({
  id: Id,
  type: z.string(),
  title: z.string(),
  entry: z.looseObject({ id: Id, type: z.string(), groups: z.array(Id) }),
  own: z.looseObject({ entry_id: Id }).nullable(),
  files: z.array(File),
})
export type EntryRecord = z.infer<typeof Record>

export const Rows = z.array(Row)
export const People = z.array(z.object({ id: Id, name: z.string().min(1).max(200) }))
export const Languages = z.array(Language)
export const Letters = z.array(z.array(z.string().min(1).max(10)).min(1)).min(1)

/** Parses a JSON file of a bag. Throws BadBag if its content doesn't match the schema. */
export function parsed<T>(schema: z.ZodType<T>, text: string, path: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new BadBag(refusals.badRecord(`data/${path}`))
  }
}

/** Parses the record of an entry. Throws BadBag if its parts belong to different entries. */
export function parseEntry(text: string, path: string): EntryRecord {
  const record = parsed(Record, text, path)
  const { id, type, entry, own, files } = record
  const belongs = [entry.id, own?.entry_id ?? id, ...files.map((file) => file.entry_id)].every((one) => one === id)
  if (!belongs || entry.type !== type) throw new BadBag(refusals.badRecord(`data/${path}`))
  return record
}
