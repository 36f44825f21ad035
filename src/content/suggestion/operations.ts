import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { newestCreated } from '#content/entry/list/newest.ts'
import { listsOf } from '#content/entry/list/reads.ts'
import { authorOf, entryColumns, presentEntry } from '#content/entry/present.ts'
import { ById } from '#content/entry/schema.ts'
import { entries } from '#content/entry/table.ts'
import { ownedBy, readable } from '#content/entry/visibility/rules.ts'
import { refuseStale } from '#content/entry/write/change.ts'
import { insertEntry } from '#content/entry/write/write.ts'
import { attachFiles, claimFile } from '#content/media/claim.ts'
import { namedFile } from '#content/media/named-files.ts'
import { coverColumns, presentFile } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import type { Section } from '#content/section/schema.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { existing, Invalid, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { type PageQuery, toPage } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { kind } from './kind.ts'
import { NewSuggestion, Suggestion, SuggestionChange, SuggestionQuery, Suggestions } from './schema.ts'
import { suggestions } from './table.ts'
import { text } from './text.ts'

/** Suggestions and their files, which only their author and keepers can see. */
export const suggestion = {
  list: operation('GET', '/suggestions', 'keeper', {
    summary: 'List what members sent to the keepers, newest first',
    input: SuggestionQuery,
    output: Suggestions,
    handler: (ctx, { status, ...page }) => listPage(ctx, 'all', page, status && eq(suggestions.status, status)),
  }),

  mine: operation('GET', '/suggestions/mine', 'member', {
    summary: 'List what you sent to the keepers, and their replies',
    input: SuggestionQuery.pick({ limit: true, lastKey: true }),
    output: Suggestions,
    handler: (ctx, page) => listPage(ctx, 'mine', page),
  }),

  get: operation('GET', '/suggestions/:id', 'member', {
    summary: 'Read a suggestion to the keepers, as its sender or a keeper',
    input: ById,
    output: Suggestion,
    handler: (ctx, { id }) => readSuggestion(ctx, id),
  }),

  create: operation('POST', '/suggestions', 'member', {
    summary: 'Send a text, a file, or both to the keepers',
    input: NewSuggestion,
    output: Suggestion,
    status: 201,
    files: ({ fileUrl }) => namedFile('fileUrl', fileUrl),
    async handler(ctx, { section, text: content, fileUrl }) {
      if (!content && !fileUrl) throw new Invalid(undefined, [{ path: 'text', message: text.form.nothing }])
      const coverId = fileUrl ? await claimFile(ctx, fileUrl, { path: 'fileUrl' }) : null
      const words = content ?? ''
      const entry = { title: section, state: 'published', visibility: 'keepers', coverId, words } as const
      const entryId = await insertEntry(ctx, kind.type, entry)
      await ctx.db.insert(suggestions).values({ entryId, section, text: content ?? null })
      if (coverId) await attachFiles(ctx, entryId, [coverId])
      return readSuggestion(ctx, entryId)
    },
  }),

  update: operation('PATCH', '/suggestions/:id', 'keeper', {
    summary: 'Reply to a suggestion: done, declined or waiting, with a note to the sender',
    input: SuggestionChange,
    output: Suggestion,
    ifMatch: true,
    async handler(ctx, { id, status, note }) {
      const handled = status !== 'waiting'
      const isThis = and(eq(entries.id, id), eq(entries.type, kind.type))
      const [before] = await ctx.db.select({ updatedAt: entries.updatedAt }).from(entries).where(isThis).for('update')
      if (!before) throw new NotFound()
      refuseStale(ctx, before)
      await ctx.db.update(entries).set({ updatedAt: sql`now()` }).where(isThis)
      await ctx.db
        .update(suggestions)
        .set({
          status,
          ...(note !== undefined && { note }),
          handledBy: handled ? (ctx.viewer?.id ?? null) : null,
          handledAt: handled ? sql`now()` : null,
        })
        .where(eq(suggestions.entryId, id))
      await audit(ctx, 'suggestion:update', id, { status })
      return readSuggestion(ctx, id)
    },
  }),
}

const ofType = eq(entries.type, kind.type)
const readList = listsOf('suggestions', selectSuggestions, {
  all: { of: (viewer) => and(ofType, readable(viewer)), by: newestCreated.by },
  mine: { of: (viewer) => and(ofType, ownedBy(viewer)), by: newestCreated.by },
})

async function listPage(ctx: Context, list: 'all' | 'mine', { limit, lastKey }: PageQuery, which?: SQL) {
  const rows = await readList(ctx, list, limit, and(which, newestCreated.after(lastKey)))
  return toPage(rows, limit, (row) => ({ value: row.createdAt, id: row.id }), present)
}

function selectSuggestions({ db }: Pick<Context, 'db'>) {
  const { section, status, note, handledAt } = suggestions
  return db
    .select({ ...entryColumns, section, text: suggestions.text, status, note, handledAt, file: coverColumns })
    .from(entries)
    .innerJoin(suggestions, eq(suggestions.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectSuggestions>>[number]

async function readSuggestion(ctx: Context, id: string) {
  const [row] = await selectSuggestions(ctx).where(and(eq(entries.id, id), readable(ctx.viewer)))
  return present(existing(row))
}

function present(row: Row): z.input<typeof Suggestion> {
  const { section, status, note, handledAt, file } = row
  const { id, createdAt, updatedAt, author } = presentEntry(row)
  const fields = { id, section: section as Section, text: row.text, status, note, handledAt, createdAt, updatedAt }
  return { ...fields, author, file: file && presentFile(file) }
}
