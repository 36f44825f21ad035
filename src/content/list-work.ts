import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { comments } from '#content/entry/comment/table.ts'
import { type Added, alignAdded, listAddedOf, listPostsOf } from '#content/entry/visibility/unlisted.ts'
import { findByTranscripts } from '#content/media/search-text.ts'
import { transcripts } from '#content/media/table.ts'
import { pronunciations } from '#content/vocabulary/table.ts'
import type { Context } from '#core/context.ts'
import type { Mailer } from '#core/mailer.ts'

/** `after` updates an entry after its additions became listed or unlisted. */
type Addition = Added & { after?: (db: NodePgDatabase, entryId: string) => Promise<void> }

const additions: Addition[] = [
  { table: transcripts, authorId: transcripts.authorId, after: findByTranscripts },
  { table: pronunciations, authorId: pronunciations.speakerId },
  { table: comments, authorId: comments.authorId },
]

/** Makes an account's posts and additions to others' entries appear in lists, when its email is confirmed. */
export async function listWorkOf(ctx: Pick<Context, 'db' | 'contentChanged'>, accountId: string): Promise<void> {
  await listPostsOf(ctx, accountId)
  for (const added of additions)
    for (const entryId of await listAddedOf(ctx, added, accountId)) await added.after?.(ctx.db, entryId)
}

/** Does the same as `alignUnlisted` for all additions, when the site starts. */
export async function alignAdditions(db: NodePgDatabase, mail: Mailer['kind']): Promise<void> {
  for (const added of additions)
    for (const entryId of await alignAdded(db, mail, added)) await added.after?.(db, entryId)
}
