import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import { entries } from '../entry/table.ts'

export const articles = pgTable(
  'articles',
  {
    entryId: uuid()
      .primaryKey()
      .references(() => entries.id, { onDelete: 'cascade' }),
    category: text().notNull(),
    /** Cleaned HTML. */
    content: text().notNull(),
    /** The first 200 characters of `content` as plain text. */
    excerpt: text().notNull(),
    tags: text().array().notNull().default(sql`'{}'::text[]`),
    /** Kept in step with `article_likes` by the operations that like. */
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
    entryId: uuid()
      .notNull()
      .references(() => articles.entryId, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: createdNow(),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.accountId] }), index().on(t.accountId)],
)
