import { sql } from 'drizzle-orm'
import { check, customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id, instant } from '#core/column.ts'
import { accounts } from '#core/tables.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** What every piece of content has; each type adds a table of its own, 1:1 by `entryId`. */
export const entries = pgTable(
  'entries',
  {
    id: id(),
    /** A name of `content/registry.ts`. */
    type: text().notNull(),
    title: text().notNull(),
    /** A file that this entry has claimed. */
    coverId: uuid(),
    state: text().$type<'draft' | 'published' | 'hidden'>().notNull().default('published'),
    visibility: text().$type<'public' | 'members' | 'keepers'>().notNull(),
    hiddenReason: text(),
    /** Null for what was imported. */
    authorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** The words of title and text, folded (`search.ts`). */
    search: tsvector().notNull(),
    publishedAt: instant(),
    createdAt: createdNow(),
    updatedAt: createdNow(),
  },
  (t) => [
    // Nulls as `order by … desc` has them, or the index can't give the order.
    index('entries_newest')
      .on(t.type, t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.state} = 'published'`),
    index('entries_newest_of_all')
      .on(t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.state} = 'published'`),
    index('entries_search').using('gin', t.search),
    index('entries_author').on(t.authorId, t.createdAt),
    check('entries_state', sql`${t.state} in ('draft', 'published', 'hidden')`),
    check('entries_visibility', sql`${t.visibility} in ('public', 'members', 'keepers')`),
  ],
)
