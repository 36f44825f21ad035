import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id, instant, oneOf } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import { ofEntry } from '../table.ts'

/** Comments under entries. A comment with a `parentId` is a reply, which has no replies itself. */
export const comments = pgTable(
  'comments',
  {
    id: id(),
    entryId: ofEntry(),
    parentId: uuid().references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    /** Null if the comment or its author's account was deleted. */
    authorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** Plain text. A mention is `<@account id>` (`mentions.ts`). */
    text: text().notNull().default(''),
    mentions: uuid().array().notNull().default(sql`'{}'`),
    /** The voice note: a file of the entry that is withheld as `comment`. */
    voiceId: uuid(),
    /** `deleted`: a placeholder for a deleted comment that has replies. */
    state: text().$type<'published' | 'hidden' | 'deleted'>().notNull().default('published'),
    /** The moderator's reason, which the author reads. */
    hiddenReason: text(),
    /** True until its author confirms their email: until then only they, keepers and moderators see it. */
    unlisted: boolean().notNull().default(false),
    createdAt: createdNow(),
    editedAt: instant(),
  },
  (t) => [
    index('comments_threads')
      .on(t.entryId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.parentId} is null`),
    index('comments_replies').on(t.parentId, t.createdAt, t.id),
    index('comments_entry').on(t.entryId, t.authorId),
    index('comments_author').on(t.authorId, t.createdAt),
    uniqueIndex('comments_voice').on(t.voiceId),
    index('comments_unlisted').on(t.authorId).where(sql`${t.unlisted}`),
    oneOf('comments_state', t.state, ['published', 'hidden', 'deleted']),
  ],
)
