import { and, eq } from 'drizzle-orm'
import { authorOf, entryColumns, mayField, presentEntry } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import { coverColumns, filesOfEntry, presentFile, presentListed, withPictureSizes } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import type { FullHeritage, Heritage } from './schema.ts'
import { heritage } from './table.ts'

const { section, summary, place, narrator } = heritage
const columns = { ...entryColumns, section, summary, place, narrator, cover: coverColumns }

/** Selects heritage entries with author and cover; add `where`, order and limit. */
export function selectHeritage({ db }: Pick<Context, 'db'>) {
  return db
    .select(columns)
    .from(entries)
    .innerJoin(heritage, eq(heritage.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectHeritage>>[number]

/** Returns an entry with its text and files if the viewer may open it. Throws NotFound otherwise. */
export async function readHeritage({ db, viewer }: Pick<Context, 'db' | 'viewer'>, id: string): Promise<FullHeritage> {
  const [row] = await db
    .select({ ...columns, body: heritage.body, media: filesOfEntry })
    .from(entries)
    .innerJoin(heritage, eq(heritage.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .where(and(eq(entries.id, id), readable(viewer)))
  if (!row) throw new NotFound()
  const may = mayField(viewer, row)
  const body = row.body && (await withPictureSizes(db, row.body))
  return { ...presentHeritage(row), ...may, body, media: row.media.map(presentListed) }
}

export function presentHeritage(row: Row): Heritage {
  const coverFile = row.cover && presentFile(row.cover)
  const fields = { section: row.section, summary: row.summary, place: row.place, narrator: row.narrator }
  return { ...presentEntry(row), ...fields, cover: coverFile?.url ?? null, coverFile }
}
