import { eq } from 'drizzle-orm'
import { readOne } from '#content/entry/list/newest.ts'
import { authorOf, entryColumns, presentEntry } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { coverColumns, filesOfEntry, presentFile, presentListed, withPictureSizes } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import type { Context } from '#core/context.ts'
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
export async function readHeritage(ctx: Pick<Context, 'db' | 'viewer'>, id: string): Promise<FullHeritage> {
  const select = ctx.db
    .select({ ...columns, body: heritage.body, media: filesOfEntry })
    .from(entries)
    .innerJoin(heritage, eq(heritage.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .$dynamic()
  const entry = await readOne(ctx, select, id, ({ body, media, ...row }) => ({
    ...presentHeritage(row),
    body,
    media: media.map(presentListed),
  }))
  return { ...entry, body: entry.body && (await withPictureSizes(ctx.db, entry.body)) }
}

export function presentHeritage(row: Row): Heritage {
  const coverFile = row.cover && presentFile(row.cover)
  const fields = { section: row.section, summary: row.summary, place: row.place, narrator: row.narrator }
  return { ...presentEntry(row), ...fields, cover: coverFile?.url ?? null, coverFile }
}
