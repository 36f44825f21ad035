import { hash } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Context, Viewer } from '#core/context.ts'
import { Invalid, NotFound } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import { cleanHtml, excerptOf } from '../entry/html.ts'
import {
  anyViewer,
  authorOf,
  entryColumns,
  listed,
  presentEntry,
  readable,
  standingOf,
  viewerValues,
} from '../entry/queries.ts'
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
  const [row] = await db
    .select({ ...columns, liked: likedBy(viewer), content: articles.content })
    .from(entries)
    .innerJoin(articles, eq(articles.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .where(and(eq(entries.id, id), readable(viewer)))
  if (!row) throw new NotFound()
  return { ...presentArticle(row), content: row.content }
}

type FirstPage = ReturnType<typeof prepareFirstPage>
const firstPages = new WeakMap<NodePgDatabase, Map<string, FirstPage>>()
/** A page is read with the next of these sizes, so that statements stay few. */
const sizes = [11, 31, 101]

/**
 * At least `rows` published articles from the beginning of an order: the list that everyone opens. Its statement is made
 * once and planned once a connection, which both took longer than to run it.
 * @param order its name and what it sorts by
 */
export function firstArticles({ db, viewer }: Pick<Context, 'db' | 'viewer'>, order: Order, rows: number) {
  const known = firstPages.get(db) ?? new Map<string, FirstPage>()
  firstPages.set(db, known)
  const size = sizes.find((one) => one >= rows) ?? rows
  const key = `${order.name} ${size} ${standingOf(viewer)}`
  const statement = known.get(key) ?? prepareFirstPage(db, viewer, order, size)
  known.set(key, statement)
  return statement.execute(viewerValues(viewer))
}
export type Order = { name: string; by: SQL[] }

/** What never changes stands in it as text: only then does PostgreSQL use the index of what is published, and one plan. */
function prepareFirstPage(db: NodePgDatabase, viewer: Viewer | null, { by }: Order, size: number) {
  const asked = anyViewer(viewer)
  const select = selectArticles({ db, viewer: asked })
    .where(sql`${and(eq(entries.type, 'article'), listed(asked))}`.inlineParams())
    .orderBy(...by)
    .limit(sql.raw(String(size)) as unknown as number)
  return select.prepare(`articles_${hash('sha1', select.toSQL().sql)}`)
}

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
