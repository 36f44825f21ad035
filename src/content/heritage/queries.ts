import { and, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import { authorOf, entryColumns, presentEntry, readable } from '../entry/queries.ts'
import { entries } from '../entry/table.ts'
import { coverColumns, filesOfEntry, presentFile, presentListed } from '../media/queries.ts'
import { files } from '../media/table.ts'
import type { FullHeritage, Heritage } from './schema.ts'
import { heritage } from './table.ts'

const { section, summary, place, narrator } = heritage
const columns = { ...entryColumns, section, summary, place, narrator, cover: coverColumns }

/** Entries of the sections with author and cover in one select; add `where`, order and limit. */
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

/** The entry that the viewer may open, with its text and files. Throws NotFound. */
export async function readHeritage({ db, viewer }: Pick<Context, 'db' | 'viewer'>, id: string): Promise<FullHeritage> {
  const [row] = await db
    .select({ ...columns, body: heritage.body, media: filesOfEntry })
    .from(entries)
    .innerJoin(heritage, eq(heritage.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .where(and(eq(entries.id, id), readable(viewer)))
  if (!row) throw new NotFound()
  return { ...presentHeritage(row), body: row.body, media: row.media.map(presentListed) }
}

export function presentHeritage(row: Row): Heritage {
  const coverFile = row.cover && presentFile(row.cover)
  const said = { section: row.section, summary: row.summary, place: row.place, narrator: row.narrator }
  return { ...presentEntry(row), ...said, cover: coverFile?.url ?? null, coverFile }
}
