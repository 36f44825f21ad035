import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { cleanText } from '#content/entry/write/long-text.ts'
import { introductions } from '#content/section/table.ts'
import { audit } from '#core/audit.ts'
import { Conflict, Invalid } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { accounts } from '#core/tables.ts'
import { refusals } from '../refusals.ts'
import { BySection, Introduction, Introductions, NewIntroduction } from './schema.ts'

/** Introductions that keepers write for pages of the archive. */
export const introduction = {
  list: operation('GET', '/introductions', 'keeper', {
    summary: 'List the introductions with their last author and time',
    output: Introductions,
    async handler({ db }) {
      const rows = await db
        .select({ introduction: introductions, id: accounts.id, name: accounts.name, avatar: accounts.avatar })
        .from(introductions)
        .leftJoin(accounts, eq(accounts.id, introductions.updatedBy))
      const items = rows.map(({ introduction: { section, body, updatedAt }, id, name, avatar }) => ({
        section: section as z.infer<typeof BySection>['section'],
        body: body || null,
        updatedAt,
        updatedBy: id && name ? { id, name, avatar } : null,
      }))
      return { items }
    },
  }),

  get: operation('GET', '/introductions/:section', 'public', {
    cached: true,
    summary: 'Read the introduction of a page of the archive',
    input: BySection,
    output: Introduction,
    async handler({ db }, { section }) {
      const [row] = await db
        .select({ body: introductions.body })
        .from(introductions)
        .where(eq(introductions.section, section))
      return { section, body: row?.body || null }
    },
  }),

  update: operation('PUT', '/introductions/:section', 'keeper', {
    summary: 'Write the introduction of a page of the archive; an empty body removes it',
    body: 'text',
    input: NewIntroduction,
    output: Introduction,
    async handler(ctx, { section, body, updatedAt }) {
      const clean = await cleanText(ctx, body)
      if (clean.images.length) throw new Invalid(undefined, [{ path: 'body', message: refusals.picture }])
      const html = clean.text === '' ? '' : clean.html
      const values = { body: html, updatedAt: sql`now()`, updatedBy: ctx.viewer?.id ?? null }
      // The introduction is written only if it is unchanged since the keeper opened it; null means that there was none.
      const updatedRows = updatedAt
        ? await ctx.db
            .update(introductions)
            .set(values)
            .where(
              sql`${introductions.section} = ${section} and ${introductions.updatedAt} = ${updatedAt}::timestamptz`,
            )
            .returning({ section: introductions.section })
        : await ctx.db
            .insert(introductions)
            .values({ section, ...values })
            .onConflictDoNothing()
            .returning({ section: introductions.section })
      if (updatedRows.length === 0) throw new Conflict(refusals.changed, 'changed')
      await audit(ctx, 'introduction:update', null, { section })
      ctx.contentChanged()
      return { section, body: html || null }
    },
  }),
}
