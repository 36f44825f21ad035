import { and, asc, eq, gte, lte, not, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { entries } from '#content/entry/table.ts'
import { keyOf } from '#content/entry/visibility/any-viewer.ts'
import { audienceOf, listed, listedParts } from '#content/entry/visibility/rules.ts'
import type { Context, Viewer } from '#core/context.ts'
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

/**
 * Returns a condition that matches the words of a part.
 * @param shown matches the entries that lists show the viewer
 */
function inPart(part: Part, shown: SQL): SQL {
  const everybody = listed(null)
  return and(isWord, part === 'public' ? everybody : and(shown, not(everybody))) as SQL
}

/** Words of a part, and a key that is the same for all viewers for whom the part has these words. */
type Readers = { key: string; words: SQL }

/**
 * Returns the words of a part for a viewer. Members of one audience share a key, except those who see words of their
 * own or of their groups.
 */
export async function readersOf({ db, viewer }: Pick<Context, 'db' | 'viewer'>, part: Part): Promise<Readers> {
  const reader = part === 'public' ? null : viewer
  const { open, theirs } = listedParts(reader)
  const shared = { key: `${part} ${audienceOf(reader)}`, words: inPart(part, open) }
  if (!viewer || !theirs) return shared
  const { rows } = await db.execute(sql`select from ${entries} where ${and(isWord, theirs)} limit 1`)
  // If such a word is added after this, the shared list still has none of it, because it consists of open words.
  if (rows.length === 0) return shared
  return { key: `${part} ${keyOf(viewer)}`, words: inPart(part, sql`(${open} or ${theirs})`) }
}

/**
 * Returns the chunks of these words in order of creation. The database counts and hashes, so that memory use stays small.
 * `offset 0` keeps the inner select separate; merged, it would make the JSON of each word twice.
 */
export async function chunksOf(db: NodePgDatabase, words: SQL): Promise<Chunk[]> {
  const { rows } = await db.execute<Chunk>(sql`
    with words as (
      select ${entries.id} as id, ${wordJson}::text as said, (right(${entries.id}::text, 3) < ${ending})::int as ends
      from ${vocabulary} join ${entries} on ${entries.id} = ${vocabulary.entryId} where ${words}
      offset 0
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
    .where(and(inPart(part, listed(viewer)), gte(entries.id, first), lte(entries.id, last)))
    .orderBy(asc(entries.id))
    .limit(mostWords)
  return rows.map((row) => row.word)
}
