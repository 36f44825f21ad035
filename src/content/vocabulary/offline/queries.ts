import { and, asc, eq, gte, lte, not, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import type { Viewer } from '#core/context.ts'
import { type Chunk, flags, type OfflineWord, type Part } from '#src/offline/dictionary/schema.ts'
import { isWord } from '../queries.ts'
import { vocabulary } from '../table.ts'

/**
 * An id whose end is below this ends its chunk, on average one in 1,024, so that adding or removing a word changes no
 * other chunk.
 */
const ending = '004'
/** Upper limit of words in a chunk, which random ids never reach. */
const mostWords = 20_000
/** Ratio of Brotli compression, with a margin. Measured: 0.31 to 0.36. */
const compressed = 0.4

const { confirmed, published, approximate, deceased } = flags
const wordJson = sql<OfflineWord>`json_build_array(${entries.id}, ${vocabulary.form},
  concat_ws(' · ', ${vocabulary.english}, ${vocabulary.swahili}), ${vocabulary.ipa},
  case when ${entries.confirmedAt} is null then 0 else ${sql.raw(String(confirmed))} end
    + case when ${vocabulary.source} is null then 0 else ${sql.raw(String(published))} end
    + case when ${vocabulary.ipaApproximate} then ${sql.raw(String(approximate))} else 0 end
    + case when ${entries.deceased} then ${sql.raw(String(deceased))} else 0 end,
  ${vocabulary.dialect}, ${vocabulary.partOfSpeech}, ${vocabulary.meaning},
  ${vocabulary.language})`

function inPart(viewer: Viewer | null, part: Part): SQL {
  const everybody = listed(null)
  return and(isWord, part === 'public' ? everybody : and(listed(viewer), not(everybody))) as SQL
}

/**
 * Returns the chunks of a part in order of creation. The database counts and hashes, so that memory use stays small.
 */
export async function chunksOf(db: NodePgDatabase, viewer: Viewer | null, part: Part): Promise<Chunk[]> {
  const { rows } = await db.execute<Chunk>(sql`
    with words as (
      select ${entries.id} as id, ${wordJson}::text as said, (right(${entries.id}::text, 3) < ${ending})::int as ends
      from ${vocabulary} join ${entries} on ${entries.id} = ${vocabulary.entryId} where ${inPart(viewer, part)}
    ), placed as (
      select id, md5(said) as hash, octet_length(said) as bytes, sum(ends) over (order by id) - ends as place from words
    )
    select (array_agg(id order by id))[1] as first, (array_agg(id order by id desc))[1] as last, count(*)::int as words,
      left(md5(string_agg(hash, '' order by id)), 16) as hash, ceil(sum(bytes) * ${compressed}::float)::int as bytes
    from placed group by place order by place`)
  return rows
}

/** Returns the words of a chunk that the viewer may see now. */
export async function wordsBetween(
  db: NodePgDatabase,
  viewer: Viewer | null,
  part: Part,
  first: string,
  last: string,
): Promise<OfflineWord[]> {
  const rows = await db
    .select({ word: wordJson })
    .from(vocabulary)
    .innerJoin(entries, eq(entries.id, vocabulary.entryId))
    .where(and(inPart(viewer, part), gte(entries.id, first), lte(entries.id, last)))
    .orderBy(asc(entries.id))
    .limit(mostWords)
  return rows.map((row) => row.word)
}
