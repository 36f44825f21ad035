import { and, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { answering, partStanding } from '../entry/audience.ts'
import { requireChangeable } from '../entry/change.ts'
import { insertEntry, listed, updateEntry } from '../entry/queries.ts'
import { ById, Removed } from '../entry/schema.ts'
import { matching } from '../entry/search.ts'
import { entries } from '../entry/table.ts'
import { attachFiles, claimFile, claimFiles, releaseFiles, removeWithFiles } from '../media/claim.ts'
import {
  cleanContent,
  drafts,
  firstArticles,
  orders,
  presentArticle,
  readArticle,
  selectArticles,
  setLike,
} from './queries.ts'
import { Article, ArticleChange, ArticleQuery, categories, FullArticle, NewArticle, otherCategories } from './schema.ts'
import { articles } from './table.ts'

const kind = { type: 'article' }

export const article = {
  list: operation({
    method: 'GET',
    path: '/articles',
    permission: 'public',
    cached: true,
    legacy: 'getArticles',
    summary: 'List articles',
    input: ArticleQuery,
    output: Page(Article),
    async handler(ctx, { q, category, sort, state, limit, lastKey }) {
      const order = state === 'draft' ? drafts : orders[sort]
      const narrowed = and(inCategories(category), matching(q), order.after(lastKey))
      const rows =
        state === 'published' && !narrowed
          ? await firstArticles(ctx, sort, limit)
          : await selectArticles(ctx)
              .where(and(eq(entries.type, 'article'), shownTo(ctx, state), narrowed))
              .orderBy(...order.by)
              .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: order.value(row), id: row.id }), presentArticle)
    },
  }),

  get: operation({
    method: 'GET',
    path: '/articles/:id',
    permission: 'public',
    legacy: 'getArticleById',
    summary: 'Read an article',
    input: ById,
    output: FullArticle,
    handler: (ctx, { id }) => readArticle(ctx, id),
  }),

  create: operation({
    method: 'POST',
    path: '/articles',
    permission: 'member',
    legacy: 'createArticle',
    summary: 'Post an article',
    input: NewArticle,
    output: FullArticle,
    status: 201,
    acceptsDataUrl: true,
    async handler(ctx, input) {
      const { standing, said } = partStanding(input)
      const { title, category, tags, coverImage, content } = said
      const body = cleanContent(ctx, content)
      const coverId = coverImage ? await claimFile(ctx, coverImage, { path: 'coverImage' }) : null
      const pictures = await claimPictures(ctx, body.images)
      const words = [body.text, category, ...tags].join('\n')
      const entryId = await insertEntry(ctx, 'article', { ...standing, title, coverId, words })
      await ctx.db.insert(articles).values({ entryId, category, tags, content: body.html, excerpt: body.excerpt })
      await attachFiles(ctx, entryId, coverId ? [coverId, ...pictures] : pictures)
      return readArticle(ctx, entryId)
    },
  }),

  update: operation({
    method: 'PATCH',
    path: '/articles/:id',
    permission: 'member',
    summary: 'Change an article of your own',
    input: ById.extend(ArticleChange.shape),
    output: FullArticle,
    acceptsDataUrl: true,
    async handler(ctx, { id, ...input }) {
      const { standing, said } = partStanding(input)
      const { title, coverImage, content, ...change } = said
      const entry = await requireChangeable(ctx, kind, id, standing, said)
      const before = await readArticle(ctx, id)
      const body = content === undefined ? undefined : cleanContent(ctx, content)
      const coverId = coverImage === undefined ? undefined : await changedCover(ctx, id, coverImage)
      if (body) await attachFiles(ctx, id, await claimPictures(ctx, body.images, id))
      if (coverId) await attachFiles(ctx, id, [coverId])
      const text = body?.text ?? cleanContent(ctx, before.content).text
      const words = [text, change.category ?? before.category, ...(change.tags ?? before.tags)].join('\n')
      await updateEntry(ctx, entry, { ...standing, title, coverId, words })
      if (body || change.category || change.tags)
        await ctx.db
          .update(articles)
          .set({ ...change, ...(body && { content: body.html, excerpt: body.excerpt }) })
          .where(eq(articles.entryId, id))
      const keptCover = coverId === undefined ? entry.coverId : coverId
      const keptPictures = (body ?? cleanContent(ctx, before.content)).images.map(fileIdOf)
      await releaseFiles(ctx, id, keptCover ? [keptCover, ...keptPictures] : keptPictures)
      return readArticle(answering(ctx, standing), id)
    },
  }),

  remove: operation({
    method: 'DELETE',
    path: '/articles/:id',
    permission: 'member',
    summary: 'Delete an article of your own',
    input: ById,
    output: Removed,
    handler: (ctx, { id }) => removeWithFiles(ctx, kind, id),
  }),

  like: operation({
    method: 'PUT',
    path: '/articles/:id/like',
    permission: 'member',
    summary: 'Like an article',
    input: ById,
    output: Article.pick({ likes: true, liked: true }),
    handler: (ctx, { id }) => like(ctx, id, true),
  }),

  unlike: operation({
    method: 'DELETE',
    path: '/articles/:id/like',
    permission: 'member',
    summary: 'Take a like back',
    input: ById,
    output: Article.pick({ likes: true, liked: true }),
    handler: (ctx, { id }) => like(ctx, id, false),
  }),
}

async function like(ctx: Context, id: string, liked: boolean) {
  const before = await readArticle(ctx, id)
  await setLike(ctx, before.id, liked)
  const after = await readArticle(ctx, id)
  if (after.likes !== before.likes) ctx.contentChanged()
  return { likes: after.likes, liked: after.liked }
}

function shownTo(ctx: Context, state: 'published' | 'draft'): SQL | undefined {
  if (state === 'published') return listed(ctx.viewer)
  // What a moderator hid is nowhere else to be found by its author.
  const unseen = inArray(entries.state, ['draft', 'hidden'])
  return ctx.viewer ? and(unseen, eq(entries.authorId, ctx.viewer.id)) : sql`false`
}

/** "Other" stands for every category that a member made up. */
function inCategories(chosen: string[]): SQL | undefined {
  if (chosen.length === 0) return undefined
  const other = chosen.includes(otherCategories) ? notInArray(articles.category, [...categories]) : undefined
  return or(inArray(articles.category, chosen), other)
}

function claimPictures(ctx: Context, images: string[], entryId?: string): Promise<string[]> {
  return claimFiles(ctx, images, { path: 'content', kinds: ['image'], entryId })
}

function changedCover(ctx: Context, entryId: string, coverImage: string | null) {
  return coverImage ? claimFile(ctx, coverImage, { path: 'coverImage', entryId }) : null
}

function fileIdOf(url: string): string {
  return url.slice('/files/'.length)
}
