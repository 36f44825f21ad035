import { and, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { withBatches } from '#content/entry/list/batches.ts'
import { publishedUntil } from '#content/entry/list/published-until.ts'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { kinds } from '#content/kinds.ts'
import { Summary } from '#content/media/summary/schema.ts'
import { files } from '#content/media/table.ts'
import { readSummaries } from '#content/summaries.ts'
import { pronunciations } from '#content/vocabulary/table.ts'
import { Moment } from '#core/input/date-time.ts'
import { operation } from '#core/operation.ts'

const { article, media, event, vocabulary, poem } = kinds
/** The kinds of which the feed shows the newest entry. */
const shown = [article.type, media.type, event.type, vocabulary.type, poem.type]

export const feed = {
  welcome: operation('GET', '/welcome', 'account', {
    summary: 'Read which of a newcomer’s first steps are done: email confirmed, photo added, first recording shared',
    output: z.object({ emailConfirmed: z.boolean(), photo: z.boolean(), spoken: z.boolean() }),
    async handler({ db, viewer }) {
      const id = viewer?.id ?? ''
      const spoken = sql<boolean>`exists (select 1 from ${pronunciations} where ${eq(pronunciations.speakerId, id)})
        or exists (select 1 from ${entries} join ${files} on ${eq(files.id, entries.coverId)}
          where ${and(eq(entries.authorId, id), eq(files.kind, 'audio'))})`
      const [row] = (await db.execute<{ spoken: boolean }>(sql`select ${spoken} as spoken`)).rows
      return {
        emailConfirmed: viewer?.emailVerified === true,
        photo: Boolean(viewer?.avatar),
        spoken: row?.spoken === true,
      }
    },
  }),

  newest: operation('GET', '/feed/newest', 'account', {
    summary: 'Read the newest article, media post, event, word and poem',
    output: z.object({ items: z.array(Summary) }),
    async handler(ctx) {
      const newest = ctx.db
        .select({ id: entries.id })
        .from(entries)
        .where(and(eq(entries.type, sql`kind.type`), listed(ctx.viewer)))
        .orderBy(desc(entries.publishedAt), desc(entries.id))
        .limit(1)
      const { rows } = await ctx.db.execute<{ id: string }>(
        sql`select one.id from unnest(${sql.param(shown)}::text[]) with ordinality kind (type, place), lateral ${newest} one order by place`,
      )
      const ids = rows.map(({ id }) => id)
      return { items: await withBatches(ctx, await readSummaries(ctx, ids)) }
    },
  }),

  news: operation('GET', '/news', 'account', {
    summary: 'Read which types have new entries by others since a given time; without one, only the current time',
    input: z.object({ since: Moment.optional() }),
    output: z.object({ types: z.array(z.string()), now: z.iso.datetime() }),
    async handler({ db, viewer }, { since }) {
      // This is read before the entries, so that none is missed in between.
      const now = await publishedUntil(db)
      const others = or(isNull(entries.authorId), ne(entries.authorId, viewer?.id ?? ''))
      const rows = since
        ? await db
            .selectDistinct({ type: entries.type })
            .from(entries)
            .where(and(listed(viewer), others, gt(entries.publishedAt, since)))
        : []
      return { types: rows.map(({ type }) => type), now }
    },
  }),
}
