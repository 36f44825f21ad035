import { eq, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { nameOf, statements } from '#content/entry/list/statements.ts'
import { authorOf, entryColumns } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { anyViewer } from '#content/entry/visibility/any-viewer.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { coverColumns } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import type { Viewer } from '#core/context.ts'
import { accounts } from '#core/tables.ts'

/** The properties of a search that change its SQL; everything else is a parameter. */
export type Shape = {
  size: number
  /** Stage with which the page begins. */
  first: number
  /** True if the page starts after a key. */
  continued: boolean
  /** A stage that has more matches than are sorted, if any. Later stages aren't read. */
  many?: number | undefined
}

const maxSorted = 2000
/** Number of newest entries that are searched first if a stage has more matches than are sorted. */
const newestCount = 2000
/** Number of characters of the text that an excerpt can come from. */
const excerptSourceLength = 20_000

/**
 * The stages of a search in order: words of the dictionary with the searched form, other entries with the searched
 * title, entries with all words in the title, entries with all words anywhere (spec 9.1).
 */
const stages = [
  sql`${value('exactName')}::tsquery && '''@vocabulary'''::tsquery`,
  sql`${value('exactName')}::tsquery && '!''@vocabulary'''::tsquery`,
  sql`${value('inTitle')}::tsquery`,
  sql`${value('anywhere')}::tsquery`,
]
export const lastStage = stages.length - 1

/** Returns a subselect, in which the planner can't see the value, so that it keeps one plan for all values. */
function value(name: string): SQL {
  return sql`(select ${sql.placeholder(name)}::text)`
}

/**
 * Returns the prepared statement for a shape and this viewer's permissions. Its values are `exactName`, `inTitle`,
 * `anywhere` (`stagesOf`), `forms` (`typedForms`, which come first in the first stage), `viewer` and, with a key, `id` and
 * `typed`. Statements are cached, and common ones are planned once per connection.
 */
export const searchStatement = statements(prepare)

/** Prepares the statement, which reads each stage, newest first, only if the previous ones leave room on the page. */
function prepare(db: NodePgDatabase, viewer: Viewer | null, { size, first, continued, many }: Shape) {
  const viewerParam = anyViewer(viewer)
  const visible = listed(viewerParam).inlineParams()
  const limit = sql.raw(String(size))
  const selectedStages = stages.slice(first, many === undefined ? stages.length : many + 1)
  const name = (at: number, part = '') => sql.raw(`stage_${first + at}${part}`)
  const parts = selectedStages.flatMap((query, at) => {
    const room = selectedStages.slice(0, at).map((_, before) => sql`(select count(*) from ${name(before)})`)
    const hasRoom = room.length ? sql`${sql.join(room, sql` + `)} < ${limit}` : sql`true`
    const typed = first + at === 0 && many !== 0 ? typedRank : sql`0`
    const afterKey = at === 0 && continued ? sql`(${typed}, ${entries.id}) < (${keyTyped}, ${keyId})` : sql`true`
    const matches = first + at === many ? matchesOfMany : matchesOfFew
    return matches(query, { name: (part) => name(at, part), typed, visible, afterKey, hasRoom, limit })
  })
  const all = selectedStages.map((_, at) => {
    const tooMany = sql`(select count(*) from ${name(at)}) > ${sql.raw(String(maxSorted))}`
    return sql`select ${sql.raw(String(first + at))} as stage, typed, id, ${tooMany} as "tooMany" from ${name(at)}`
  })
  const hits = sql`(with ${sql.join(parts, sql`, `)} ${sql.join(all, sql` union all `)}
    order by stage, typed desc, id desc limit ${limit}) hits`
  const select = db
    .select({
      ...entryColumns,
      cover: coverColumns,
      words: sql<string>`left(${entries.words}, ${sql.raw(String(excerptSourceLength))})`,
      stage: sql<number>`hits.stage`,
      typed: sql<number>`hits.typed`,
      tooMany: sql<boolean>`hits."tooMany"`,
    })
    .from(hits)
    .innerJoin(entries, sql`${entries.id} = hits.id`)
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .orderBy(sql`hits.stage, hits.typed desc, hits.id desc`)
  return select.prepare(continued ? '' : nameOf('search', select))
}

const forms = sql`((select ${sql.placeholder('forms')}::text[])::text[])`
/** 2 for a title exactly as typed, 1 for another of the forms, else 0. */
const typedRank = sql`(${entries.title} = any(${forms}[1:1]))::int + (${entries.title} = any(${forms}))::int`
const keyTyped = sql`(select ${sql.placeholder('typed')}::int)`
const keyId = sql`(select ${sql.placeholder('id')}::uuid)`

type Stage = {
  name(part?: string): SQL
  /** How much a match is as typed: such matches come first in their stage. */
  typed: SQL
  visible: SQL
  /** Condition to start after the previous page. */
  afterKey: SQL
  hasRoom: SQL
  limit: SQL
}

/** Selects the matches, up to one more than are sorted, which shows that there are too many. */
function matchesOfFew(query: SQL, { name, typed, visible, afterKey, hasRoom }: Stage): SQL[] {
  return [
    sql`${name()} as materialized (select ${entries.id}, ${typed} as typed from ${entries}
      where ${matching(query)} and ${visible} and ${afterKey} and ${hasRoom} limit ${sql.raw(String(maxSorted + 1))})`,
  ]
}

/** Selects a page from the newest entries, and sorts all matches only if the newest don't fill the page. */
function matchesOfMany(query: SQL, { name, visible, afterKey, limit }: Stage): SQL[] {
  const full = sql`(select count(*) from ${name('_newest')}) = ${limit}`
  return [
    sql`${name('_newest')} as materialized (select ${entries.id}
      from (select * from ${entries} where ${afterKey}
        order by ${entries.id} desc limit ${sql.raw(String(newestCount))}) entries
      where ${matching(query)} and ${visible} order by ${entries.id} desc limit ${limit})`,
    sql`${name('_all')} as materialized (select ${entries.id} from ${entries}
      where ${matching(query)} and ${visible} and ${afterKey} and not ${full}
      order by ${entries.id} desc limit ${limit})`,
    sql`${name()} as materialized (
      select id, 0 as typed from ${name('_newest')} where ${full}
      union all select id, 0 from ${name('_all')})`,
  ]
}

function matching(query: SQL): SQL {
  return sql`${entries.search} @@ (select ${query})`
}
