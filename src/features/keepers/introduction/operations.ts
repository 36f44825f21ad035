import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { cleanHtml } from '#content/entry/html.ts'
import { audit } from '#content/entry/queries.ts'
import { Conflict, Invalid } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { accounts } from '#core/tables.ts'
import { refusals } from '../refusals.ts'
import { introductions } from '../table.ts'
import { BySection, Introduction, Introductions, NewIntroduction } from './schema.ts'

/** What introduces each page of the archive, in the keepers' own words. */
export const introduction = {
  list: operation({
    method: 'GET',
    path: '/introductions',
    permission: 'keeper',
    summary: 'List the introductions that keepers wrote, with who and when',
    input: z.object({}),
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

  get: operation({
    method: 'GET',
    path: '/introductions/:section',
    permission: 'public',
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

  update: operation({
    method: 'PUT',
    path: '/introductions/:section',
    permission: 'keeper',
    summary: 'Write the introduction of a page of the archive; an empty one takes it away',
    input: NewIntroduction,
    output: Introduction,
    async handler(ctx, { section, body, updatedAt }) {
      const clean = cleanHtml(body, ctx.caller.origin)
      if (clean.images.length) throw new Invalid(undefined, [{ path: 'body', message: refusals.picture }])
      const html = clean.text === '' ? '' : clean.html
      const written = { body: html, updatedAt: sql`now()`, updatedBy: ctx.viewer?.id ?? null }
      // Only over what the keeper had before them; null is nothing, which is written over where there is nothing.
      const kept = updatedAt
        ? await ctx.db
            .update(introductions)
            .set(written)
            .where(
              sql`${introductions.section} = ${section} and ${introductions.updatedAt} = ${updatedAt}::timestamptz`,
            )
            .returning({ section: introductions.section })
        : await ctx.db
            .insert(introductions)
            .values({ section, ...written })
            .onConflictDoNothing()
            .returning({ section: introductions.section })
      if (kept.length === 0) throw new Conflict(refusals.changed)
      await audit(ctx, 'introduction:update', null, { section })
      ctx.contentChanged()
      return { section, body: html || null }
    },
  }),
}
