import { and, asc, eq, exists, gt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { coverColumns, isUnheard, presentFile } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import { pronunciations, vocabulary } from '#content/vocabulary/table.ts'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { type WordListName, WordsQuery, WordsToRecord, type WordToRecord } from './schema.ts'

/** Operations for recording many words one after another. `vocabulary.addPronunciation` receives each take. */
export const record = {
  words: operation('GET', '/record/words', 'member', {
    summary: 'List words that you haven’t recorded, to record them one after another',
    input: WordsQuery,
    output: WordsToRecord,
    handler: async (ctx, query) => ({ items: await wordsToRecord(ctx, query) }),
  }),
}

/** Returns the first words of a list that are still to be recorded, in the order in which they were added. */
async function wordsToRecord(
  ctx: Pick<Context, 'db' | 'viewer'>,
  { list, after, limit }: z.output<typeof WordsQuery>,
): Promise<WordToRecord[]> {
  const own = eq(pronunciations.speakerId, ctx.viewer?.id ?? '')
  // A recording that other people can't hear yet counts only for its own speaker.
  const counted: Record<WordListName, SQL | undefined> = { unsaid: own, silent: or(own, not(pronunciations.unlisted)) }
  const { fileId, entryId } = pronunciations
  const recorded = ctx.db
    .select({ one: sql`1` })
    .from(pronunciations)
    .innerJoin(files, eq(files.id, fileId))
    .where(and(eq(entryId, vocabulary.entryId), counted[list], not(isUnheard())))
  const { form, language, english, swahili } = vocabulary
  const read = (part: SQL | undefined, size: number) =>
    ctx.db
      .select({
        ...{ id: vocabulary.entryId, form, language, english, swahili, cover: coverColumns },
        confirmed: sql<boolean>`${entries.confirmedAt} is not null`,
      })
      .from(vocabulary)
      .leftJoin(entries, eq(entries.id, vocabulary.entryId))
      .leftJoin(files, and(eq(files.id, entries.coverId), not(entries.deceased)))
      // `coalesce` keeps the planner from searching all entries for words.
      .where(and(part, sql`coalesce(${listed(ctx.viewer)}, false)`, not(exists(recorded))))
      .orderBy(asc(vocabulary.entryId))
      .limit(size)
  const rows = await read(after ? gt(vocabulary.entryId, after) : undefined, limit)
  if (after && rows.length < limit) rows.push(...(await read(lte(vocabulary.entryId, after), limit - rows.length)))
  return rows.map(({ cover, ...word }) => ({ ...word, cover: cover && presentFile(cover) }))
}
