import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { newest, newestCreated, ordered } from '#content/entry/list/newest.ts'
import { listsOf, oneOf, readOne } from '#content/entry/list/reads.ts'
import { authorOf, entryColumns, presentEntry } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { listed, ownedBy } from '#content/entry/visibility/rules.ts'
import { cleanText } from '#content/entry/write/long-text.ts'
import { coverColumns, presentFile, withPictureSizes } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import type { Context, Viewer } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import { truncate } from '#text/truncate.ts'
import { refusals } from './refusals.ts'
import { articleLikes, articles } from './table.ts'

const likedBy = (viewer: Viewer | null) =>
  viewer
    ? sql<boolean>`exists (select from ${articleLikes} where ${articleLikes.entryId} = ${entries.id} and ${articleLikes.accountId} = ${viewer.id})`
    : sql<boolean>`false`

const { category, excerpt, tags, likes } = articles
const columns = { ...entryColumns, category, excerpt, tags, likes, cover: coverColumns }

/** Selects articles with author and cover; add `where`, order and limit. */
function selectArticles({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  return db
    .select({ ...columns, liked: likedBy(viewer) })
    .from(entries)
    .innerJoin(articles, eq(articles.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .$dynamic()
}

/** Returns the article with its content if the viewer may open it. Throws NotFound otherwise. */
export async function readArticle(ctx: Pick<Context, 'db' | 'viewer'>, id: string) {
  const article = await readOne(ctx, oneArticle, id, (row) => ({ ...presentArticle(row), content: row.content }))
  return { ...article, content: await withPictureSizes(ctx.db, article.content) }
}

const oneArticle = oneOf('article', ({ db, viewer }) =>
  db
    .select({ ...columns, liked: likedBy(viewer), content: articles.content })
    .from(entries)
    .innerJoin(articles, eq(articles.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .$dynamic(),
)

export const orders = {
  latest: newest,
  oldest: ordered(entries.publishedAt, 'asc', newest.value),
  popular: ordered(likes, 'desc', (row: ArticleRow) => row.likes),
}

const published = (viewer: Viewer | null) => and(eq(entries.type, 'article'), listed(viewer))

const unseen = inArray(entries.state, ['draft', 'hidden'])

/** Returns the rows of a page of the published articles, or of the viewer's drafts. */
export const listArticles = listsOf('articles', selectArticles, {
  latest: { of: published, by: orders.latest.by },
  oldest: { of: published, by: orders.oldest.by },
  popular: { of: published, by: orders.popular.by },
  // These are the author's hidden articles, too, because lists of published articles leave them out.
  drafts: { of: (viewer) => and(eq(entries.type, 'article'), unseen, ownedBy(viewer)), by: newestCreated.by },
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
