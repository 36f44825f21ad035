import { and, desc, eq } from 'drizzle-orm'
import { existing, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page, PageQuery, toPage } from '#core/page.ts'
import { viewerOf } from '#core/permission.ts'
import { after } from '../list/where.ts'
import { ById, Removed } from '../schema.ts'
import { draftColumns, removeDraft, saveDraft } from './queries.ts'
import { Draft, DraftInput, FullDraft } from './schema.ts'
import { drafts } from './table.ts'

/** Drafts of every kind. Only their owner can read them. */
export const draft = {
  list: operation('GET', '/drafts', 'member', {
    summary: 'List your drafts, most recently changed first',
    input: PageQuery,
    output: Page(Draft),
    async handler(ctx, { limit, lastKey }) {
      const rows = await ctx.db
        .select(draftColumns)
        .from(drafts)
        .where(and(eq(drafts.ownerId, viewerOf(ctx).id), after(lastKey, drafts.updatedAt, 'desc', drafts.id)))
        .orderBy(desc(drafts.updatedAt), desc(drafts.id))
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: row.updatedAt, id: row.id }))
    },
  }),

  get: operation('GET', '/drafts/:id', 'member', {
    summary: 'Read one of your drafts, with everything typed into it',
    input: ById,
    output: FullDraft,
    async handler(ctx, { id }) {
      const [row] = await ctx.db
        .select({ ...draftColumns, fields: drafts.fields })
        .from(drafts)
        .where(and(eq(drafts.id, id), eq(drafts.ownerId, viewerOf(ctx).id)))
      return existing(row)
    },
  }),

  save: operation('PUT', '/drafts/:id', 'member', {
    summary:
      'Create or replace a draft under an id (UUID) that you generate. A draft that another device saved last is replaced only with If-Match',
    input: DraftInput,
    output: Draft,
    ifMatch: true,
    body: 'text',
    handler: saveDraft,
  }),

  remove: operation('DELETE', '/drafts/:id', 'member', {
    summary: 'Delete one of your drafts',
    input: ById,
    output: Removed,
    async handler(ctx, { id }) {
      if (!(await removeDraft(ctx, id))) throw new NotFound()
      return { id }
    },
  }),
}
