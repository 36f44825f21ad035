import { type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Facet, Kind } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import { placeZoneSql } from '#core/column.ts'
import type { Context } from '#core/context.ts'
import { sameKey } from '#text/fold.ts'
import { kindOf } from '../address.ts'
import { entries, entryFacets } from '../table.ts'

/** Maximum number of characters that are compared and shown; longer texts are cut off. */
const letters = 100
const all: Kind[] = Object.values(kinds)

/**
 * Replaces the stored facets of these entries, taking the values from the rows in the tables of their types. Call it in
 * the same transaction, after those rows are written.
 */
export async function keepFacets(db: NodePgDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const these = sql`any(${sql.param([...ids])}::uuid[])`
  const { rows } = await db.execute<{ id: string; facet: Facet; label: string }>(readValues(sql`e.id = ${these}`))
  const facets = rows.map(({ id, facet, label }) => ({ id, facet: keyOf(facet, label), label: cut(label) }))
  await db.execute(sql`delete from ${entryFacets} where ${entryFacets.entryId} = ${these}`)
  await db.execute(sql`insert into ${entryFacets} (entry_id, facet, label)
    select * from json_to_recordset(${JSON.stringify(facets)}::json) f (id uuid, facet text, label text)
    on conflict do nothing`)
}

/** Stores the facets of an entry at the end of this transaction. */
export function keepFacetsLater(ctx: Pick<Context, 'beforeCommit'>, { id, type }: { id: string; type: string }): void {
  const { facets, holdsFile } = kindOf(type) ?? {}
  if (facets || holdsFile) ctx.beforeCommit(`facets:${id}`, ({ db }) => keepFacets(db, [id]))
}

/** Selects the values of the entries that match `which`, as they were written. */
function readValues(which: SQL): SQL {
  const rows = all.flatMap((kind) => [
    ...Object.entries(kind.facets ?? {}).flatMap(([facet, columns]) =>
      facet === 'year' ? [yearOf(kind, columns)] : columns.map((column) => valuesOf(kind, facet as Facet, column)),
    ),
    ...(kind.holdsFile ? [fileOf(kind)] : []),
  ])
  return sql`with e as materialized (select id, type, cover_id, published_at from ${entries} e where ${which})
    select pairs.id, pairs.facet, btrim(pairs.label) as label
    from (${sql.join(rows, sql` union all `)}) pairs (id, facet, label)
    where btrim(pairs.label) <> '' order by label collate "C"`
}

/** Returns the text by which a facet's values are compared: those that are the same (`sameKey`) have the same. */
function keyOf(facet: Facet | 'kind', label: string): string {
  return `${facet}:${cut(sameKey(label))}`
}

function cut(text: string): string {
  return [...text].slice(0, letters).join('')
}

/** Returns a condition that matches entries with a facet. @param value the facet's text, in any spelling */
export function hasFacet(facet: Facet | 'kind', value: string): SQL {
  return sql`${entries.id} in (select f.entry_id from ${entryFacets} f where f.facet = ${keyOf(facet, value)})`
}

/** Selects the values of a column, which is a text or an array of texts. */
function valuesOf({ type, table }: Kind, facet: Facet, column: string): SQL {
  const value = sql.raw(`to_jsonb(t."${column}")`)
  return sql`select e.id, ${quoted(facet)}, v.value from e
    join ${sql.raw(`"${table}"`)} t on t.entry_id = e.id
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(${value}) when 'array' then ${value} else jsonb_build_array(${value}) end) v (value)
    where e.type = ${quoted(type)}`
}

function yearOf({ type, table }: Kind, columns: readonly string[]): SQL {
  const moments = [...columns.map((column) => `t."${column}"`), 'e.published_at'].join(', ')
  return sql`select e.id, 'year', to_char(coalesce(${sql.raw(moments)}) at time zone ${placeZoneSql}, 'YYYY')
    from e join ${sql.raw(`"${table}"`)} t on t.entry_id = e.id where e.type = ${quoted(type)}`
}

/** Selects the kind of an entry's file, which is its cover. */
function fileOf({ type }: Kind): SQL {
  return sql`select e.id, 'kind', f.kind from e join files f on f.id = e.cover_id
    where e.type = ${quoted(type)}`
}

/** Quotes the name of a type or facet. Never call it with user input. */
function quoted(name: string): SQL {
  return sql.raw(`'${name}'`)
}
