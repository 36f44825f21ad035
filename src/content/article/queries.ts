import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context, Viewer } from '#core/context.ts'
import { Invalid, NotFound } from '#core/errors.ts'
import type { Key } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { cleanHtml, excerptOf } from '../entry/html.ts'
import {
  after,
  anyViewer,
  authorOf,
  entryColumns,
  listed,
  presentEntry,
  readable,
  viewerValues,
} from '../entry/queries.ts'
import { nameOf, rowsFor, statements } from '../entry/statements.ts'
import { entries } from '../entry/table.ts'
import { coverColumns, presentFile } from '../media/queries.ts'
import { files } from '../media/table.ts'
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

/** Articles with author and cover in one select; add `where`, order and limit. */
export function selectArticles({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  return db
    .select({ ...columns, liked: likedBy(viewer) })
    .from(entries)
    .innerJoin(articles, eq(articles.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .$dynamic()
}

/** The article that the viewer may open, with its body. Throws NotFound. */
export async function readArticle({ db, viewer }: Pick<Context, 'db' | 'viewer'>, id: string) {
  const [row] = await oneArticle(db, viewer).execute({ ...viewerValues(viewer), id })
  if (!row) throw new NotFound()
  return { ...presentArticle(row), content: row.content }
}

const oneArticle = statements((db, viewer) => {
  const asked = anyViewer(viewer)
  const select = db
    .select({ ...columns, liked: likedBy(asked), content: articles.content })
    .from(entries)
    .innerJoin(articles, eq(articles.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .where(and(eq(entries.id, sql.placeholder('id')), readable(asked).inlineParams()))
  return select.prepare(nameOf('article', select))
})

export const orders = {
  latest: {
    by: [desc(entries.publishedAt), desc(entries.id)],
    after: (key: Key | undefined) => after(key, entries.publishedAt),
    value: (row: ArticleRow) => row.publishedAt ?? row.createdAt,
  },
  oldest: {
    by: [asc(entries.publishedAt), asc(entries.id)],
    after: (key: Key | undefined) => after(key, entries.publishedAt, 'asc'),
    value: (row: ArticleRow) => row.publishedAt ?? row.createdAt,
  },
  popular: {
    by: [desc(articles.likes), desc(entries.id)],
    after: (key: Key | undefined) => after(key, articles.likes),
    value: (row: ArticleRow) => row.likes,
  },
}
export const drafts = {
  by: [desc(entries.createdAt), desc(entries.id)],
  after: (key: Key | undefined) => after(key, entries.createdAt),
  value: (row: ArticleRow) => row.createdAt,
}

/** More than `limit` published articles from the beginning of an order: the list that everyone opens. */
export function firstArticles(
  { db, viewer }: Pick<Context, 'db' | 'viewer'>,
  order: keyof typeof orders,
  limit: number,
) {
  return firstPage(db, viewer, { order, size: rowsFor(limit) }).execute(viewerValues(viewer))
}

/** What never changes stands in it as text: only then does PostgreSQL use the index of what is published, and one plan. */
const firstPage = statements((db, viewer, { order, size }: { order: keyof typeof orders; size: number }) => {
  const asked = anyViewer(viewer)
  const select = selectArticles({ db, viewer: asked })
    .where(sql`${and(eq(entries.type, 'article'), listed(asked))}`.inlineParams())
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

/** The cleaned body with what follows from it. Throws Invalid when cleaning leaves nothing to read. */
export function cleanContent(ctx: Context, content: string) {
  const { html, images, text } = cleanHtml(content, ctx.caller.origin)
  if (text === '' && images.length === 0)
    throw new Invalid(undefined, [{ path: 'content', message: refusals.noContent }])
  return { html, images, text, excerpt: excerptOf(text) }
}

/** Likes or unlikes for the viewer, and counts along; asking twice changes nothing. */
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
