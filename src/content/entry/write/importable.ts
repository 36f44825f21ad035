import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { z } from 'zod'
import type { Context, Viewer } from '#core/context.ts'
import { line, text } from '#core/input/text.ts'
import type { EntryKind } from '../address.ts'
import { refusals } from '../refusals.ts'
import { unlessEmpty, Visibility } from '../schema.ts'

/** A column of a file, whose header is `name` in snake_case. `also`: other accepted headers, in lower case. */
export type Column = { name: string; needed?: true; also?: readonly string[] }

/** An existing entry. An import neither shows nor changes it if it is `limited` to a group or still a draft. */
export type Existing = { id: string; limited: boolean }

/** The columns that every type's rows share. */
const Common = z.object({
  /** The entry's id, if the row was exported from an Urithi archive. */
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
export type Common = z.output<typeof Common> & { sourceId?: string | null }

/** Returns the schema of a type's rows. Inputs are strings, or undefined if the file has no such column. */
export function ImportedRow<T extends z.ZodRawShape>(fields: T) {
  return z.object({ ...Common.shape, ...fields })
}

/** Schemas of cells. Text is null if the cell is empty or missing. */
export const cell = {
  line: (max: number) => cellOf(line(max)),
  text: (max: number) => cellOf(text(max)),
  of: cellOf,
  flag: z.string().optional().transform(flag),
}

function cellOf(schema: z.ZodType<string, string>) {
  return unlessEmpty(schema).transform((value) => value ?? null)
}

function flag(value: string | undefined, ctx: z.RefinementCtx): boolean {
  const answer = (value ?? '').trim().toLowerCase()
  if (/^(1|x|y|yes|true|ndiyo)$/.test(answer)) return true
  if (!/^(|0|n|no|false|hapana)$/.test(answer)) ctx.addIssue({ code: 'custom', message: refusals.yesOrNo })
  return false
}

/** Describes how entries of a type are imported from the rows of a file and exported to one. `R` is a parsed row. */
export type Importable<R extends Common = Common> = {
  type: EntryKind
  /** The columns in export order. */
  columns: readonly Column[]
  Row: z.ZodType<R>
  /** The tables that an import fills, besides `entries`. */
  tables: readonly string[]
  batch: number
  titleOf(row: R): string
  /** Returns the searchable text of a row, besides its title and other names. */
  wordsOf(row: R): string
  namesOf?(row: R): string[]
  /** Mends cells in place that the type can't take as they are, and tells `note` what it changed. */
  mend?(values: Record<string, string>, note: (column: string, message: string) => void): void
  /** Returns the folded text by which duplicates are found. Rows with different keys are never duplicates. */
  keyOf(row: R): string
  /** Returns what of a cell counts when an entry is compared with its row in a file. */
  comparable?(column: string, cell: string): string
  /** Returns the ids of existing entries that could be duplicates of these rows. */
  near(db: NodePgDatabase, rows: R[]): Promise<string[]>
  /** Returns the existing entries of the type that have these ids. */
  byIds(db: NodePgDatabase, ids: string[]): Promise<(R & Existing)[]>
  /**
   * Changes these columns of an entry, except its confirmation, to the values of a row. The viewer must be allowed to
   * edit the entry.
   */
  change(ctx: Context, id: string, row: R, columns: ReadonlySet<string>): Promise<void>
  /** Inserts the type's own rows of existing entries. */
  insert(db: NodePgDatabase, rows: (R & { entryId: string })[]): Promise<void>
  /** Deletes what is used only by entries that are about to be removed. */
  forget?(db: NodePgDatabase, entryIds: string[]): Promise<void>
  /** Returns the entries that the viewer may see, ordered by id, starting after `after`. */
  read(db: NodePgDatabase, viewer: Viewer | null, after: string, limit: number): Promise<(R & { id: string })[]>
}

/** Returns those of a row's values whose columns change, for the input of an edit, with its visibility. */
export function changedValues<R extends Common>(
  row: R,
  columns: ReadonlySet<string>,
  names: readonly (keyof R & string)[],
) {
  const { visibility } = row
  return {
    ...Object.fromEntries(names.flatMap((name) => (columns.has(name) ? [[name, row[name]]] : []))),
    ...(columns.has('visibility') && visibility && { visibility }),
  }
}

/** Returns the name of a column in a file. */
export function headerOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Returns the cells of a row, in the order of its type's columns. */
export function cellsOf({ columns }: Pick<Importable, 'columns'>, row: object): string[] {
  return columns.map(({ name }) => {
    const value = (row as Record<string, unknown>)[name]
    return value === true ? 'yes' : typeof value === 'string' ? value : ''
  })
}
