import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { newest } from '#content/entry/list/newest.ts'
import { nameOf, rowsFor, statements } from '#content/entry/list/statements.ts'
import { after } from '#content/entry/list/where.ts'
import { authorOf, entryColumns, mayField, presentEntry } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { anyViewer, viewerValues } from '#content/entry/visibility/any-viewer.ts'
import { listed, readable } from '#content/entry/visibility/rules.ts'
import { cleanText } from '#content/entry/write/long-text.ts'
import { coverColumns, presentFile, withPictureSizes } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import type { Context, Viewer } from '#core/context.ts'
import { Invalid, NotFound } from '#core/errors.ts'
import type { Key } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { truncate } from '#text/truncate.ts'
import { refusals } from './refusals.ts'
import { articleLikes, articles } from './table.ts'

const likedBy = (viewer: Viewer | null) =>
  viewer
    ? sql<boolean>`exists (select from ${articleLikes} where ${articleLikes.entryId} = ${entries.id} and ${articleLikes.accountId} = ${viewer.id})`
    : sql<boolean>`false`

const columns = {
  ...entryColumns,
  category: articles.category,
  excerpt: articles.excerpt,
  tags: articles.tags,
  likes: articles.likes,
  cover: coverColumns,
}

/** Selects articles with author and cover; add `where`, order and limit. */
export function selectArticles({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  return db
    .select({ ...columns, liked: likedBy(viewer) })
    .from(entries)
    .innerJoin(articles, eq(articles.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .$dynamic()
}

/** Returns the article with its content if the viewer may open it. Throws NotFound otherwise. */
export async function readArticle({ db, viewer }: Pick<Context, 'db' | 'viewer'>, id: string) {
  const [row] = await oneArticle(db, viewer).execute({ ...viewerValues(viewer), id })
  if (!row) throw new NotFound()
  return { ...presentArticle(row), ...mayField(viewer, row), content: await withPictureSizes(db, row.content) }
}

const oneArticle = statements((db, viewer) => {
  const viewerParam = anyViewer(viewer)
  const select = db
    .select({ ...columns, liked: likedBy(viewerParam), content: articles.content })
    .from(entries)
    .innerJoin(articles, eq(articles.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .where(and(eq(entries.id, sql.placeholder('id')), readable(viewerParam).inlineParams()))
  return select.prepare(nameOf('article', select))
})

export const orders = {
  latest: newest,
  oldest: {
    by: [asc(entries.publishedAt), asc(entries.id)],
    after: (key: Key | undefined) => after(key, entries.publishedAt, 'asc'),
    value: newest.value,
  },
  popular: {
    by: [desc(articles.likes), desc(entries.id)],
    after: (key: Key | undefined) => after(key, articles.likes),
    value: (row: ArticleRow) => row.likes,
  },
}

/**
 * Returns the first `limit` published articles in the given order and, if there are more, at least one more row, which
 * shows that another page follows. This is the list that most readers open first.
 */
export function firstArticles(
  { db, viewer }: Pick<Context, 'db' | 'viewer'>,
  order: keyof typeof orders,
  limit: number,
) {
  return firstPage(db, viewer, { order, size: rowsFor(limit) }).execute(viewerValues(viewer))
}

/** Constants are inlined, because only then does PostgreSQL use the index of published entries and a single plan. */
const firstPage = statements((db, viewer, { order, size }: { order: keyof typeof orders; size: number }) => {
  const viewerParam = anyViewer(viewer)
  const select = selectArticles({ db, viewer: viewerParam })
    .where(sql`${and(eq(entries.type, 'article'), listed(viewerParam))}`.inlineParams())
    .orderBy(...orders[order].by)
    .limit(sql.raw(String(size)) as unknown as number)
  return select.prepare(nameOf('articles', select))
})

export type ArticleRow = Awaited<ReturnType<typeof selectArticles>>[number]

export function presentArticle(row: ArticleRow) {
  const { category, excerpt, tags, likes, liked } = row
  const cover = row.cover && presentFile(row.cover)
  const categories = [{ id: category.toLowerCase().replaceAll(/\s+/g, '-'), name: category }]
  return {
    ...presentEntry(row),
    category,
    categories,
    coverImage: cover?.url ?? null,
    cover,
    excerpt,
    tags,
    likes,
    liked,
  }
}

/** Returns the cleaned content with its pictures, text and excerpt. Throws Invalid if nothing is left. */
export async function cleanContent(ctx: Context, content: string) {
  const { html, images, text } = await cleanText(ctx, content)
  if (text === '' && images.length === 0)
    throw new Invalid(undefined, [{ path: 'content', message: refusals.noContent }])
  return { html, images, text, excerpt: truncate(text) }
}

/** Sets or removes the viewer's like and updates the count; repeating it changes nothing. */
export async function setLike({ db, viewer }: Context, entryId: string, liked: boolean): Promise<void> {
  if (!viewer) return
  const changed = liked
    ? await db.insert(articleLikes).values({ entryId, accountId: viewer.id }).onConflictDoNothing().returning()
    : await db
        .delete(articleLikes)
        .where(and(eq(articleLikes.entryId, entryId), eq(articleLikes.accountId, viewer.id)))
        .returning()
  if (changed.length === 0) return
  const step: SQL = liked ? sql`${articles.likes} + 1` : sql`${articles.likes} - 1`
  await db.update(articles).set({ likes: step }).where(eq(articles.entryId, entryId))
}
