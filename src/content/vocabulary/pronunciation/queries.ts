import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { alignAdded, listAddedOf } from '#content/entry/visibility/unlisted.ts'
import type { Context } from '#core/context.ts'
import type { Mailer } from '#core/mail.ts'
import { pronunciations } from '../table.ts'

const { entryId, speakerId, unlisted } = pronunciations
const added = { table: pronunciations, entryId, authorId: speakerId, unlisted }

/** Shows an account's recordings of words to others, in the transaction that confirms its email. */
export async function listPronunciationsOf(
  ctx: Pick<Context, 'db' | 'contentChanged'>,
  accountId: string,
): Promise<void> {
  await listAddedOf(ctx, added, accountId)
}

/** Does the same as `alignUnlisted` for recordings of words, when the site starts. */
export async function alignPronunciations(db: NodePgDatabase, mail: Mailer['kind']): Promise<void> {
  await alignAdded(db, mail, added)
}
