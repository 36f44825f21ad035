import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { entryKey } from '#content/entry/table.ts'
import { createdNow, partOf } from '#core/column.ts'
import { ofAccount } from '#core/tables.ts'

export const articles = pgTable(
  'articles',
  {
    entryId: entryKey(),
    category: text().notNull(),
    /** Cleaned HTML. */
    content: text().notNull(),
    /** The beginning of `content` as plain text, up to 200 characters. */
    excerpt: text().notNull(),
    tags: text().array().notNull().default(sql`'{}'::text[]`),
    /** The number of this article's rows in `article_likes`, updated whenever one is added or removed. */
    likes: integer().notNull().default(0),
  },
  (t) => [
    index('articles_popular').on(t.likes.desc().nullsFirst(), t.entryId.desc().nullsFirst()),
    index('articles_category').on(t.category),
  ],
)

export const articleLikes = pgTable(
  'article_likes',
  {
    entryId: partOf(() => articles.entryId),
    accountId: ofAccount(),
    createdAt: createdNow(),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.accountId] }), index().on(t.accountId)],
)
