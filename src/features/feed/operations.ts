import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { publishedUntil } from '#content/entry/list/published-until.ts'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { files } from '#content/media/table.ts'
import { pronunciations } from '#content/vocabulary/table.ts'
import { Moment } from '#core/input/date-time.ts'
import { operation } from '#core/operation.ts'

export const feed = {
  welcome: operation('GET', '/welcome', 'account', {
    summary: 'Read which of a newcomer’s first steps are done: email confirmed, photo added, first recording shared',
    input: z.object({}),
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
