import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { artifacts } from '#content/artifact/table.ts'
import { rowsOf } from '#content/entry/list/reads.ts'
import { amongIds } from '#content/entry/list/where.ts'
import { madeBy } from '#content/entry/maker/queries.ts'
import { authorOf, entryColumns } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { arrayOf } from '#content/entry/visibility/any-viewer.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { events } from '#content/event/table.ts'
import { heritage } from '#content/heritage/table.ts'
import { coverColumns, presentFile } from '#content/media/queries.ts'
import type { Summary } from '#content/media/summary/schema.ts'
import { files, media } from '#content/media/table.ts'
import { poems } from '#content/poem/table.ts'
import { products } from '#content/product/table.ts'
import { proverbs } from '#content/proverb/table.ts'
import { vocabulary } from '#content/vocabulary/table.ts'
import type { Context } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { type BriefRow, presentBrief } from './briefs.ts'

type TypeFields = Partial<
  Record<'english' | 'ipa' | 'language' | 'translation' | 'section' | 'place' | 'credit', string | null> & {
    startDate: string
    endDate: string
    cancelled: boolean
    isFile: true
    price: number
  }
>

/**
 * Selects the fields of an entry that only some types have. Each subselect finds at most one row by its key; joins
 * would read whole tables as long as these are small, and take PostgreSQL longer to plan.
 */
const typeFields = sql<TypeFields>`coalesce(
  ${fieldsOf(vocabulary, sql`'english', concat_ws(' · ', t.english, t.swahili), 'ipa', t.ipa, 'language', t.language`)},
  ${fieldsOf(media, sql`'place', t.place, 'credit', array_to_string(t.speakers, ', '), 'isFile', true`)},
  ${fieldsOf(heritage, sql`'section', t.section, 'place', t.place, 'credit', t.narrator`)},
  ${fieldsOf(
    events,
    sql`'place', coalesce(nullif(t.venue, ''), t.location), 'startDate', t.start_date, 'endDate', t.end_date,
      'cancelled', t.cancelled_at is not null`,
  )},
  ${fieldsOf(proverbs, sql`'translation', t.translation, 'language', t.language`)},
  ${fieldsOf(poems, sql`'credit', t.poet`)},
  ${fieldsOf(artifacts, sql`'credit', t.maker`)},
  ${fieldsOf(products, sql`'credit', t.maker, 'price', t.price`)},
  '{}')`

function fieldsOf(table: PgTable, fields: SQL): SQL {
  return sql`(select json_build_object(${fields}) from ${table} t where t.entry_id = ${entries.id})`
}

function selectSummaries({ db }: Pick<Context, 'db'>) {
  return db
    .select({ ...entryColumns, cover: coverColumns, madeBy, typeFields })
    .from(entries)
    .leftJoin(files, eq(files.id, entries.coverId))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectSummaries>>[number]

function presentSummary(row: Row): Summary {
  const { startDate, endDate, cancelled = false, isFile, price = null, ...typeFields } = row.typeFields
  const cover = row.cover && presentFile(row.cover)
  const { section = null, english = null, ipa = null, translation = null, language = null } = typeFields
  const brief = presentBrief({ ...row, section: section as BriefRow['section'], english, ipa, translation, language })
  return {
    ...brief,
    kind: isFile && cover ? cover.kind : brief.kind,
    cover,
    // Some types store an empty string for "not given".
    credit: row.madeBy?.name ?? (typeFields.credit || null),
    madeBy: row.madeBy,
    place: typeFields.place || null,
    startDate: startDate ? new Date(startDate).toISOString() : null,
    endDate: endDate ? new Date(endDate).toISOString() : null,
    cancelled,
    price,
  }
}

const summariesOf = rowsOf('summaries', selectSummaries, (viewer) => and(amongIds(entries.id), listed(viewer)))

/**
 * Returns what tiles show of these entries, in the given order. Leaves out entries that lists don't show the viewer.
 */
export async function readSummaries(by: Pick<Context, 'db' | 'viewer'>, ids: readonly string[]): Promise<Summary[]> {
  if (ids.length === 0) return []
  const rows = await summariesOf(by, { ids: arrayOf(ids) })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [presentSummary(row)] : []
  })
}
