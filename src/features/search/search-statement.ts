import { type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { anyViewer, authorOf, entryColumns, listed } from '#content/entry/queries.ts'
import { nameOf, statements } from '#content/entry/statements.ts'
import { entries } from '#content/entry/table.ts'
import type { Viewer } from '#core/context.ts'
import { accounts } from '#core/tables.ts'

/** What decides the text of the statement; everything else is a value in it. */
export type Shape = {
  /** Rows at most. */
  size: number
  /** The stage in which the page begins. */
  first: number
  /** Whether it goes on behind a key. */
  continued: boolean
  /** The stage that is known to hold more than are sorted, the last one read then. */
  many?: number | undefined
}

/** Up to so many matches are sorted; more are not all looked at. */
const sorted = 2000
/** So many of the newest entries are then looked through first. */
const newest = 2000
/** Characters of the text that an excerpt is cut from. */
const read = 20_000

/** Words of the dictionary called so, other entries called so, all words in the title, all words anywhere. */
const stages = [
  sql`${value('called')}::tsquery && '''@vocabulary'''::tsquery`,
  sql`${value('called')}::tsquery && '!''@vocabulary'''::tsquery`,
  sql`${value('titled')}::tsquery`,
  sql`${value('anywhere')}::tsquery`,
]
export const lastStage = stages.length - 1

/** In a select of its own the planner can't see the value: it then keeps one plan for all of them. */
function value(name: string): SQL {
  return sql`(select ${sql.placeholder(name)}::text)`
}

/**
 * The prepared search of this shape, for one who may see what this viewer may; values: `called`, `titled`, `anywhere`
 * (`stagesOf`), `viewer`, with a key `id`. Made once, and planned once a connection where it is common.
 */
export const searchStatement = statements(prepare)

/** Each stage newest first, and read only when those before it leave room on the page. */
function prepare(db: NodePgDatabase, viewer: Viewer | null, { size, first, continued, many }: Shape) {
  const asked = anyViewer(viewer)
  const visible = listed(asked).inlineParams()
  const limit = sql.raw(String(size))
  const wanted = stages.slice(first, many === undefined ? stages.length : many + 1)
  const name = (at: number, part = '') => sql.raw(`stage_${first + at}${part}`)
  const parts = wanted.flatMap((query, at) => {
    const room = wanted.slice(0, at).map((_, before) => sql`(select count(*) from ${name(before)})`)
    const hasRoom = room.length ? sql`${sql.join(room, sql` + `)} < ${limit}` : sql`true`
    const behind = at === 0 && continued ? sql`${entries.id} < (select ${sql.placeholder('id')}::uuid)` : sql`true`
    const matches = first + at === many ? matchesOfMany : matchesOfFew
    return matches(query, { name: (part) => name(at, part), visible, behind, hasRoom, limit })
  })
  const all = wanted.map((_, at) => {
    const tooMany = sql`(select count(*) from ${name(at)}) > ${sql.raw(String(sorted))}`
    return sql`select ${sql.raw(String(first + at))} as stage, id, ${tooMany} as "tooMany" from ${name(at)}`
  })
  const hits = sql`(with ${sql.join(parts, sql`, `)} ${sql.join(all, sql` union all `)}
    order by stage, id desc limit ${limit}) hits`
  const select = db
    .select({
      ...entryColumns,
      words: sql<string>`left(${entries.words}, ${sql.raw(String(read))})`,
      stage: sql<number>`hits.stage`,
      tooMany: sql<boolean>`hits."tooMany"`,
    })
    .from(hits)
    .innerJoin(entries, sql`${entries.id} = hits.id`)
    .leftJoin(accounts, authorOf)
    .orderBy(sql`hits.stage, hits.id desc`)
  return select.prepare(continued ? '' : nameOf('search', select))
}

type Stage = {
  name(part?: string): SQL
  visible: SQL
  /** Of the page before. */
  behind: SQL
  hasRoom: SQL
  limit: SQL
}

/** The matches, or when they are more than are sorted, so many of them that a row tells. */
function matchesOfFew(query: SQL, { name, visible, behind, hasRoom }: Stage): SQL[] {
  return [
    sql`${name()} as materialized (select ${entries.id} from ${entries}
      where ${matching(query)} and ${visible} and ${behind} and ${hasRoom} limit ${sql.raw(String(sorted + 1))})`,
  ]
}

/** A page of many matches is found among the newest entries; only where these hold no page of them are all sorted. */
function matchesOfMany(query: SQL, { name, visible, behind, limit }: Stage): SQL[] {
  const full = sql`(select count(*) from ${name('_newest')}) = ${limit}`
  return [
    sql`${name('_newest')} as materialized (select ${entries.id}
      from (select * from ${entries} where ${behind} order by ${entries.id} desc limit ${sql.raw(String(newest))}) entries
      where ${matching(query)} and ${visible} order by ${entries.id} desc limit ${limit})`,
    sql`${name('_all')} as materialized (select ${entries.id} from ${entries}
      where ${matching(query)} and ${visible} and ${behind} and not ${full} order by ${entries.id} desc limit ${limit})`,
    sql`${name()} as materialized (
      select id from ${name('_newest')} where ${full} union all select id from ${name('_all')})`,
  ]
}

function matching(query: SQL): SQL {
  return sql`${entries.search} @@ (select ${query})`
}
