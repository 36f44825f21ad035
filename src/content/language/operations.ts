import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict, Invalid, NotFound } from '#core/errors.ts'
import { searchTerm } from '#core/input/text.ts'
import { operation } from '#core/operation.ts'
import { findLanguoids, languoidOf } from './glottolog.ts'
import { addLanguage, readLanguages, siteLanguage } from './queries.ts'
import { refusals } from './refusals.ts'
import { Glottocode, Language, Languoid } from './schema.ts'
import { languages } from './table.ts'

const Languages = z.object({ items: z.array(Language) })
const ByTag = z.object({ tag: z.string().max(100) })
const mostFound = 20

/** The languages that entries of this site can be in. */
export const language = {
  list: operation('GET', '/languages', 'public', {
    cached: true,
    summary: 'List the languages of the site, its own first',
    output: Languages,
    handler: async ({ db }) => ({ items: await readLanguages(db) }),
  }),

  find: operation('GET', '/languages/glottolog', 'keeper', {
    summary: 'Find languages and dialects of the world in Glottolog, by name or code',
    input: z.object({ q: searchTerm(100) }),
    output: z.object({ items: z.array(Languoid) }),
    handler: async (_, { q }) => ({ items: await findLanguoids(q, mostFound) }),
  }),

  add: operation('POST', '/languages', 'keeper', {
    summary: 'Add a language or dialect of Glottolog to the site',
    input: z.object({ glottocode: Glottocode }),
    output: Languages,
    async handler(ctx, { glottocode }) {
      const languoid = await languoidOf(glottocode)
      if (!languoid) throw new Invalid(undefined, [{ path: 'glottocode', message: refusals.unknownLanguoid }])
      const tag = await addLanguage(ctx.db, languoid)
      return changed(ctx, 'language:add', tag)
    },
  }),

  setOwn: operation('POST', '/languages/:tag/own', 'admin', {
    summary: 'Choose the site’s language, which applies to every new text that names no other',
    input: ByTag,
    output: Languages,
    async handler(ctx, { tag }) {
      const first = sql`(select min(position) - 1 from ${languages})`
      const moved = await ctx.db.update(languages).set({ position: first }).where(eq(languages.tag, tag)).returning()
      if (moved.length === 0) throw new NotFound()
      return changed(ctx, 'language:own', tag)
    },
  }),

  remove: operation('DELETE', '/languages/:tag', 'keeper', {
    summary: 'Remove a language that has no entries or dialects',
    input: ByTag,
    output: Languages,
    async handler(ctx, { tag }) {
      if (tag === (await siteLanguage(ctx.db))) throw new Conflict(refusals.ownLanguage)
      const { rowCount } = await ctx.db.delete(languages).where(eq(languages.tag, tag)).catch(refuseUsed)
      if (!rowCount) throw new NotFound()
      return changed(ctx, 'language:remove', tag)
    },
  }),
}

/** Logs a change, and returns the languages as they are now. */
async function changed(ctx: Context, action: string, tag: string) {
  await audit(ctx, action, null, { tag })
  return { items: await readLanguages(ctx.db) }
}

const foreignKeyViolation = '23503'

function refuseUsed(error: unknown): never {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: string }
  throw code === foreignKeyViolation ? new Conflict(refusals.inUse) : error
}
