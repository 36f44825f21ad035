import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { z } from 'zod'
import type { Viewer } from '#core/context.ts'
import { line, text } from '#core/text.ts'
import { refusals } from './refusals.ts'
import { unlessEmpty, Visibility } from './schema.ts'

/** A column of a table: its name in a file is this in snake_case. `also` are other names people give it, lower case. */
export type Column = { name: string; needed?: true; also?: readonly string[] }

/** What a row of every type may say beside the type's own. */
const Common = z.object({
  /** The entry's own id, where the row was exported from an archive like this. */
  id: z
    .string()
    .trim()
    .toLowerCase()
    .max(200)
    .optional()
    .transform((id) => id || null),
  visibility: unlessEmpty(z.string().trim().toLowerCase().pipe(Visibility)).transform((value) => value ?? null),
  confirmed: z.string().optional().transform(flag),
})
export type Common = z.output<typeof Common>

/** The schema of a type's rows. Every input is a string, or missing where the file has no such column. */
export function ImportedRow<T extends z.ZodRawShape>(fields: T) {
  return z.object({ ...Common.shape, ...fields })
}

/** Null where a cell is empty or its column missing. */
export const cell = {
  line: (max: number) => unlessEmpty(line(max)).transform((value) => value ?? null),
  text: (max: number) => unlessEmpty(text(max)).transform((value) => value ?? null),
  flag: z.string().optional().transform(flag),
}

function flag(value: string | undefined, ctx: z.RefinementCtx): boolean {
  const said = (value ?? '').trim().toLowerCase()
  if (/^(1|x|y|yes|true|ndiyo)$/.test(said)) return true
  if (!/^(|0|n|no|false|hapana)$/.test(said)) ctx.addIssue({ code: 'custom', message: refusals.yesOrNo })
  return false
}

/** How the entries of a type come from the rows of a file, and go into one. `R` is a row once it has been read. */
export type Importable<R extends Common = Common> = {
  type: string
  /** In the order of the export. */
  columns: readonly Column[]
  Row: z.ZodType<R>
  /** The tables that inserting fills, besides the entries. */
  tables: readonly string[]
  /** How many rows are written at once. */
  batch: number
  titleOf(row: R): string
  /** What search finds it by, besides the title: text, and what else it is called. */
  wordsOf(row: R): string
  namesOf?(row: R): string[]
  /** A row is there already when one of `seeks` is among what those that are there have left by `leaves`. */
  seeks(row: R): string[]
  leaves(row: R): string[]
  /** Those among the entries that could be one of these rows. */
  near(db: NodePgDatabase, rows: R[]): Promise<R[]>
  /** Inserts the type's own part of entries that exist. */
  insert(db: NodePgDatabase, rows: (R & { entryId: string })[]): Promise<void>
  /** Clears what removed entries of the type would leave behind. Called before their removal. */
  forget?(db: NodePgDatabase, entryIds: string[]): Promise<void>
  /** What the viewer may see of the type, by id after `after`. */
  read(db: NodePgDatabase, viewer: Viewer | null, after: string, limit: number): Promise<(R & { id: string })[]>
}

/** The name of a column in a file. */
export function headerOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A row as the cells of its type's columns, the opposite of `Row`. */
export function cellsOf({ columns }: Pick<Importable, 'columns'>, row: object): string[] {
  return columns.map(({ name }) => {
    const value = (row as Record<string, unknown>)[name]
    return value === true ? 'yes' : typeof value === 'string' ? value : ''
  })
}
