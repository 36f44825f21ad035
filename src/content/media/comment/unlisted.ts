import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { comments } from '#content/entry/comment/table.ts'
import { alignAdded, listAddedOf } from '#content/entry/visibility/unlisted.ts'
import type { Context } from '#core/context.ts'
import type { Mailer } from '#core/mail.ts'

const { entryId, authorId, unlisted } = comments
const added = { table: comments, entryId, authorId, unlisted }

/** Shows the comments of an account to others, in the transaction that confirms its email. */
export async function listCommentsOf(ctx: Pick<Context, 'db' | 'contentChanged'>, accountId: string): Promise<void> {
  await listAddedOf(ctx, added, accountId)
}

/** Does the same as `alignUnlisted` for comments, when the site starts. */
export async function alignComments(db: NodePgDatabase, mail: Mailer['kind']): Promise<void> {
  await alignAdded(db, mail, added)
}
