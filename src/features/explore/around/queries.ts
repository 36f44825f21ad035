import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { mayHavePage } from '#accounts/person.ts'
import { entries, entryFacets } from '#content/entry/table.ts'
import { listed, readable } from '#content/entry/visibility/rules.ts'
import { events } from '#content/event/table.ts'
import { kinds } from '#content/kinds.ts'
import { type Around, mostCounted } from '#content/media/summary/schema.ts'
import { products } from '#content/product/table.ts'
import { readSummaries } from '#content/summaries.ts'
import type { Context } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { exploredTypes } from '../schema.ts'

/** Only this many latest entries are compared for each topic, place and person, so that common topics stay fast. */
const maxCompared = 50
const maxSimilar = 4

/** The weight of each facet that two entries have in common. */
const weights = { person: 3, place: 2, topic: 1 }

/** Words and events have an order of their own. A word's page reads its neighbours in the dictionary itself. */
const notByTime: string[] = [kinds.vocabulary.type, kinds.event.type]

type Author = z.input<typeof Around>['author']
type Row = { similar: string[]; previous: string | null; next: string | null; author: Author }

/**
 * Returns the entries with the most in common with this one, those of its type just before and after it, and its
 * author, as far as the viewer may see them.
 */
export async function readAround(ctx: Context, id: string): Promise<z.input<typeof Around>> {
  const { db, viewer } = ctx
  const shown = listed(viewer)
  const { rows } = await db.execute<Row>(sql`
    with here as materialized (
      select ${entries.id}, ${entries.type}, ${entries.publishedAt} as at, ${entries.authorId}, ${events.startDate} as start
      from ${entries} left join ${events} on ${events.entryId} = ${entries.id}
      where ${entries.id} = ${id} and ${readable(viewer)}),
    common as materialized (
      select other.entry_id, sum(case f.part ${weightCases()} end) as weight
      from here cross join lateral (
        select facet, split_part(facet, ':', 1) as part from ${entryFacets}
        where entry_id = here.id and split_part(facet, ':', 1) in (${list(Object.keys(weights))})) f
      cross join lateral (
        select o.entry_id from ${entryFacets} o where o.facet = f.facet and o.entry_id <> here.id
        order by o.entry_id desc limit ${sql.raw(String(maxCompared))}) other
      group by 1
      union all ${likeProducts()})
    select
      array(select ${entries.id} from common join ${entries} on ${entries.id} = common.entry_id
        where ${shown} and ${entries.type} in (${list([...exploredTypes, kinds.product.type])})
        order by common.weight desc, ${entries.id} desc limit ${sql.raw(String(maxSimilar))}) as similar,
      coalesce((${besideEvent(sql`<`, sql`desc`, shown)}), (${beside(sql`<`, sql`desc`, shown)})) as previous,
      coalesce((${besideEvent(sql`>`, sql`asc`, shown)}), (${beside(sql`>`, sql`asc`, shown)})) as next,
      (${authorOfHere(shown)}) as author
    from here`)
  const { similar = [], previous = null, next = null, author = null } = rows[0] ?? {}
  // A neighbour is often among the similar entries, too.
  const ids = new Set([...similar, previous, next].filter((one) => one !== null))
  const summaries = await readSummaries(ctx, [...ids])
  const summaryOf = (wanted: string | null) => summaries.find((row) => row.id === wanted) ?? null
  return {
    similar: summaries.filter(({ id }) => similar.includes(id)),
    previous: summaryOf(previous),
    next: summaryOf(next),
    author: author?.entries ? author : null,
  }
}

/**
 * Selects products that are in stock and have the section or maker of `here`, if that is a product. Products have no
 * facets, because Explore doesn't list them.
 */
function likeProducts(): SQL {
  return sql`select other.entry_id, other.weight from here
    join ${products} own on own.entry_id = here.id
    cross join lateral (
      select o.entry_id, case when o.maker = own.maker then ${sql.raw(String(weights.person))} else 0 end
        + case when o.section = own.section then ${sql.raw(String(weights.topic))} else 0 end as weight
      from ${products} o
      where o.entry_id <> here.id and o.stock > 0 and (o.section = own.section or o.maker = own.maker)
      order by o.entry_id desc limit ${sql.raw(String(maxCompared))}) other`
}

/** Selects the id of the entry of the same type published just before or just after `here`. */
function beside(than: SQL, order: SQL, shown: SQL | undefined): SQL {
  return sql`select ${entries.id} from ${entries}
    where ${entries.type} = here.type and here.type not in (${list(notByTime)})
      and (${entries.publishedAt}, ${entries.id}) ${than} (here.at, here.id) and ${shown}
    order by ${entries.publishedAt} ${order}, ${entries.id} ${order} limit 1`
}

/** Selects the id of the event that starts just before or just after `here`; nothing if that isn't an event. */
function besideEvent(than: SQL, order: SQL, shown: SQL | undefined): SQL {
  return sql`select ${entries.id} from ${events} join ${entries} on ${entries.id} = ${events.entryId}
    where (${events.startDate}, ${events.entryId}) ${than} (here.start, here.id) and ${shown}
    order by ${events.startDate} ${order}, ${events.entryId} ${order} limit 1`
}

/** Selects the author of `here`, if they have a page, with the number of their entries. */
function authorOfHere(shown: SQL | undefined): SQL {
  const { id, name, avatar, bio } = accounts
  return sql`select json_build_object('id', ${id}, 'name', ${name}, 'avatar', ${avatar}, 'page', true, 'bio', nullif(${bio}, ''),
      'entries', (select count(*)::int from (
        select from ${entries} where ${entries.authorId} = ${id} and ${shown} limit ${sql.raw(String(mostCounted))}) counted))
    from ${accounts} where ${id} = here.author_id and ${mayHavePage}`
}

function weightCases(): SQL {
  return sql.join(
    Object.entries(weights).map(([facet, weight]) => sql.raw(`when '${facet}' then ${weight}`)),
    sql` `,
  )
}

function list(values: readonly string[]): SQL {
  return sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )
}
