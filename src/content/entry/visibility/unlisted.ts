import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Context, Viewer } from '#core/context.ts'
import type { Mailer } from '#core/mailer.ts'
import { hasRole } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { entries } from '../table.ts'

// This file maintains `entries.unlisted`, which marks posts of members with an unconfirmed email. `listed` (rules.ts)
// reads it.

/**
 * Returns true if a post of the viewer starts unlisted: their email is unconfirmed and the site can mail them the link.
 */
export async function startsUnlisted({ db, viewer, mail }: Pick<Context, 'db' | 'viewer' | 'mail'>): Promise<boolean> {
  if (!viewer || viewer.emailVerified || mail.kind !== 'smtp') return false
  // The account is locked until this post is committed, so that a simultaneous confirmation finds the post.
  const [row] = await db
    .select({ emailVerifiedAt: accounts.emailVerifiedAt })
    .from(accounts)
    .where(eq(accounts.id, viewer.id))
    .for('share')
  return row?.emailVerifiedAt === null
}

/** Makes an account's posts appear in lists, in the transaction that confirms its email. */
export async function listPostsOf(ctx: Pick<Context, 'db' | 'contentChanged'>, accountId: string): Promise<void> {
  const posts = await ctx.db
    .update(entries)
    .set({ unlisted: false })
    .where(and(eq(entries.authorId, accountId), eq(entries.unlisted, true)))
    .returning({ id: entries.id })
  if (posts.length > 0) ctx.contentChanged()
}

/**
 * Adapts all posts to the mail settings when the site starts: without SMTP_URL nobody can confirm an email, so
 * everything is listed; with it, posts of members with an unconfirmed email are not.
 */
export async function alignUnlisted(db: NodePgDatabase, mail: Mailer['kind']): Promise<void> {
  if (mail === 'files') await db.update(entries).set({ unlisted: false }).where(eq(entries.unlisted, true))
  else
    await db
      .update(entries)
      .set({ unlisted: true })
      .from(accounts)
      .where(
        and(
          eq(accounts.id, entries.authorId),
          isNull(accounts.emailVerifiedAt),
          // Closed accounts can't confirm an email, and one of them holds the posts of deleted accounts.
          isNull(accounts.disabledAt),
          eq(entries.unlisted, false),
        ),
      )
}

/**
 * Additions of members to other people's entries: transcripts, recordings of words and comments. `authorId` is the
 * member who added one.
 */
export type Added = { table: PgTable & Record<'entryId' | 'unlisted', PgColumn>; authorId: PgColumn }

/**
 * Returns true if what the viewer adds to an entry starts unlisted, as their posts do. Additions to their own entries
 * are listed with the entry.
 */
export async function addsUnlisted(ctx: Context, entry: { authorId: string | null }): Promise<boolean> {
  return entry.authorId !== ctx.viewer?.id && startsUnlisted(ctx)
}

/**
 * Returns a condition that matches additions that the viewer may see: listed ones and their own. It is undefined for
 * keepers and moderators, who see all of them.
 */
export function addedVisible(
  added: Record<'authorId' | 'unlisted', PgColumn | SQL>,
  viewer: Viewer | null,
): SQL | undefined {
  if (hasRole(viewer, 'keeper') || hasRole(viewer, 'moderator')) return undefined
  return or(sql`not ${added.unlisted}`, viewer ? sql`${added.authorId} = ${viewer.id}` : undefined)
}

/**
 * Does the same as `listPostsOf` for an account's additions to others' entries. Returns the ids of the entries that
 * they belong to.
 */
export async function listAddedOf(
  ctx: Pick<Context, 'db' | 'contentChanged'>,
  { table, authorId }: Added,
  accountId: string,
): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update ${table} set unlisted = false where ${authorId} = ${accountId} and ${table.unlisted}
    returning ${table.entryId} as id`)
  if (rows.length > 0) ctx.contentChanged()
  return [...new Set(rows.map(({ id }) => id))]
}

/** Does the same as `alignUnlisted` for additions. Returns the ids of the entries whose additions changed. */
export async function alignAdded(
  db: NodePgDatabase,
  mail: Mailer['kind'],
  { table, authorId }: Added,
): Promise<string[]> {
  const { entryId, unlisted } = table
  const { rows } = await db.execute<{ id: string }>(
    mail === 'files'
      ? sql`update ${table} set unlisted = false where ${unlisted} returning ${entryId} as id`
      : sql`update ${table} set unlisted = true from ${accounts}, ${entries}
          where ${accounts.id} = ${authorId} and ${accounts.emailVerifiedAt} is null and ${accounts.disabledAt} is null
            and ${entries.id} = ${entryId} and ${entries.authorId} is distinct from ${authorId}
            and not ${unlisted}
          returning ${entryId} as id`,
  )
  return [...new Set(rows.map(({ id }) => id))]
}
