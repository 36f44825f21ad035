import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { categories } from '#content/article/schema.ts'
import { articles } from '#content/article/table.ts'
import { keepFacets } from '#content/entry/list/facets.ts'
import { searchColumns } from '#content/entry/list/search.ts'
import { entries } from '#content/entry/table.ts'
import { cleanHtml } from '#content/entry/write/html.ts'
import { files } from '#content/media/table.ts'
import { insertWords, namesOf, wordsOf } from '#content/vocabulary/change.ts'
import { pronunciations } from '#content/vocabulary/table.ts'
import { accounts } from '#core/tables.ts'
import { truncate } from '#text/truncate.ts'
import { texts, words } from './artificial.ts'

export type Size = { articles: number; words: number }

const batch = 500
/** One word in this many has a recording. */
const wordsPerVoice = 50
/** Number of articles with tags: those that the bench opens. */
export const tagged = 100

/** Fills an empty database with artificial entries, with every column as the site writes it. */
export async function fill(db: NodePgDatabase, size: Size, signal: AbortSignal): Promise<void> {
  const [author] = await db
    .insert(accounts)
    .values({ email: 'bench@bench.test', name: 'Bench author' })
    .returning({ id: accounts.id })
  const authorId = author?.id ?? null
  for (const part of batches(texts(size.articles), signal)) {
    await insertArticles(db, authorId, part)
    await turn()
  }
  await twoAtOnce(batches(words(size.words), signal), (part) => insertVocabulary(db, authorId, part))
  // The site counts the facets when it stores an entry; the statements above don't.
  const rows = await db.select({ id: entries.id }).from(entries)
  await twoAtOnce(batches(rows, signal), (part) =>
    keepFacets(
      db,
      part.map(({ id }) => id),
    ),
  )
  await db.execute(sql`vacuum analyze`)
}

function* batches<T>(all: T[], signal: AbortSignal) {
  for (let from = 0; from < all.length; from += batch) {
    signal.throwIfAborted()
    yield all.slice(from, from + batch).map((row, at) => ({ id: randomUUIDv7(), ...row, at: from + at }))
  }
}

/** Does the work for two parts at a time, each over a connection of its own, because the database needs most of the time. */
async function twoAtOnce<T>(parts: Iterable<T>, work: (part: T) => Promise<void>): Promise<void> {
  const next = parts[Symbol.iterator]()
  const turns = async () => {
    for (let one = next.next(); !one.done; one = next.next()) await work(one.value)
  }
  await Promise.all([turns(), turns()])
}

type Placed = { at: number; id: string }

/** Returns the time at which an entry was published; the first is the newest. */
function publishedAt({ at }: Placed): string {
  return new Date(Date.now() - at * 60_000).toISOString()
}

async function insertArticles(
  db: NodePgDatabase,
  authorId: string | null,
  part: (Placed & { title: string; html: string })[],
) {
  const clean = part.map((row) => ({
    ...row,
    ...cleanHtml(row.html, 'http://bench.test'),
    category: categories[row.at % categories.length] ?? 'Culture',
    tags: row.at < tagged ? ['bench', `bench ${row.at % 7}`] : [],
  }))
  await db.transaction(async (tx) => {
    await tx.insert(entries).values(
      clean.map((row) => ({
        id: row.id,
        type: 'article' as const,
        title: row.title,
        visibility: 'public' as const,
        authorId,
        publishedAt: publishedAt(row),
        ...searchColumns('article', {
          title: row.title,
          names: [],
          words: [row.text, row.category, ...row.tags].join('\n'),
        }),
      })),
    )
    await tx.insert(articles).values(
      clean.map(({ id, category, html, text, tags, at }) => ({
        entryId: id,
        category,
        content: html,
        excerpt: truncate(text),
        tags,
        likes: at % 50,
      })),
    )
  })
}

async function insertVocabulary(
  db: NodePgDatabase,
  authorId: string | null,
  part: (Placed & { form: string; english: string })[],
) {
  await db.transaction(async (tx) => {
    await tx.insert(entries).values(
      part.map((word) => ({
        id: word.id,
        type: 'vocabulary' as const,
        title: word.form,
        visibility: 'public' as const,
        authorId,
        publishedAt: publishedAt(word),
        ...searchColumns('vocabulary', { title: word.form, names: namesOf(word), words: wordsOf(word) }),
      })),
    )
    await insertWords(
      tx,
      part.map(({ id, form, english }) => ({ entryId: id, form, language: 'enb', english, dialect: 'bench' })),
    )
    const voices = part
      .filter(({ at }) => at % wordsPerVoice === 0)
      .map(({ id }) => ({ fileId: randomUUIDv7(), entryId: id }))
    await tx.insert(files).values(
      voices.map(({ fileId, entryId }) => ({
        id: fileId,
        entryId,
        name: 'bench.webm',
        contentType: 'audio/webm',
        kind: 'audio' as const,
        storageKey: `media/${fileId}`,
        size: 20_000,
        duration: 2,
      })),
    )
    await tx.insert(pronunciations).values(voices.map((row) => ({ ...row, speakerId: authorId })))
  })
}
