import { and, inArray, notInArray, or, type SQL } from 'drizzle-orm'
import { newestCreated } from '#content/entry/list/newest.ts'
import { matching } from '#content/entry/list/search.ts'
import { ById } from '#content/entry/schema.ts'
import { changeRow, insertEntry, splitNew, updateEntry } from '#content/entry/write/write.ts'
import { attachFiles, claimFile, claimFiles, releaseFiles } from '#content/media/claim.ts'
import { changing, reading, removing } from '#content/media/common-operations.ts'
import { filesInHtml, namedFile } from '#content/media/named-files.ts'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { kind } from './kind.ts'
import { cleanContent, listArticles, orders, presentArticle, readArticle, setLike } from './queries.ts'
import { Article, ArticleChange, ArticleQuery, categories, FullArticle, NewArticle, otherCategories } from './schema.ts'
import { articles } from './table.ts'

export const article = {
  list: operation('GET', '/articles', 'public', {
    cached: true,
    legacy: 'getArticles',
    summary: 'List articles',
    input: ArticleQuery,
    output: Page(Article),
    async handler(ctx, { q, category, sort, state, limit, lastKey }) {
      const order = state === 'draft' ? newestCreated : orders[sort]
      const narrowed = and(inCategories(category), matching(q), order.after(lastKey))
      const rows = await listArticles(ctx, state === 'draft' ? 'drafts' : sort, limit, narrowed)
      return toPage(rows, limit, (row) => ({ value: order.value(row), id: row.id }), presentArticle)
    },
  }),

  get: reading('/articles', 'getArticleById', 'Read an article', FullArticle, readArticle),

  create: operation('POST', '/articles', 'member', {
    legacy: 'createArticle',
    summary: 'Post an article',
    input: NewArticle,
    output: FullArticle,
    status: 201,
    files: articleFiles,
    async handler(ctx, input) {
      const { settings, fields } = await splitNew(ctx, input)
      const { title, category, tags, coverImage, content } = fields
      const body = await cleanContent(ctx, content)
      const coverId = coverImage ? await claimFile(ctx, coverImage, { path: 'coverImage' }) : null
      const pictures = await claimPictures(ctx, body.images)
      const words = [body.text, category, ...tags].join('\n')
      const entryId = await insertEntry(ctx, kind.type, { ...settings, title, coverId, words })
      await ctx.db.insert(articles).values({ entryId, category, tags, content: body.html, excerpt: body.excerpt })
      await attachFiles(ctx, entryId, coverId ? [coverId, ...pictures] : pictures)
      return readArticle(ctx, entryId)
    },
  }),

  update: changing('/articles', kind, 'Edit one of your articles', {
    input: ArticleChange,
    output: FullArticle,
    files: articleFiles,
    read: readArticle,
    async change(ctx, entry, settings, { title, coverImage, content, ...change }) {
      const { id } = entry
      const before = await readArticle(ctx, id)
      const body = content === undefined ? undefined : await cleanContent(ctx, content)
      const coverId = coverImage === undefined ? undefined : await changedCover(ctx, id, coverImage)
      if (body) await attachFiles(ctx, id, await claimPictures(ctx, body.images, id))
      if (coverId) await attachFiles(ctx, id, [coverId])
      const { text, images } = body ?? (await cleanContent(ctx, before.content))
      const words = [text, change.category ?? before.category, ...(change.tags ?? before.tags)].join('\n')
      await updateEntry(ctx, entry, { ...settings, title, coverId, words })
      if (body || change.category || change.tags)
        await changeRow(ctx, articles, id, { ...change, ...(body && { content: body.html, excerpt: body.excerpt }) })
      const currentCover = coverId === undefined ? entry.coverId : coverId
      const currentPictures = images.map(fileIdOf)
      await releaseFiles(ctx, id, currentCover ? [currentCover, ...currentPictures] : currentPictures)
    },
  }),

  remove: removing('/articles', 'member', 'Delete one of your articles', kind),

  like: operation('PUT', '/articles/:id/like', 'member', {
    summary: 'Like an article',
    input: ById,
    output: Article.pick({ likes: true, liked: true }),
    handler: (ctx, { id }) => like(ctx, id, true),
  }),

  unlike: operation('DELETE', '/articles/:id/like', 'member', {
    summary: 'Remove a like',
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

/**
 * Returns a condition that matches articles in these categories, or undefined if none is chosen. "Other" includes every
 * category that members wrote themselves.
 */
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

function articleFiles({ coverImage, content }: Partial<Pick<NewArticle, 'coverImage' | 'content'>>) {
  return [...namedFile('coverImage', coverImage), ...filesInHtml('content', content)]
}
