import { listPostsOf } from '#content/entry/visibility/unlisted.ts'
import { listCommentsOf } from '#content/media/comment/unlisted.ts'
import { listTranscriptsOf } from '#content/media/search-text.ts'
import { listPronunciationsOf } from '#content/vocabulary/pronunciation/queries.ts'
import type { Context } from '#core/context.ts'

/** Makes an account's posts and additions to others' entries appear in lists, when its email is confirmed. */
export async function listWorkOf(ctx: Pick<Context, 'db' | 'contentChanged'>, accountId: string): Promise<void> {
  await listPostsOf(ctx, accountId)
  await listTranscriptsOf(ctx, accountId)
  await listPronunciationsOf(ctx, accountId)
  await listCommentsOf(ctx, accountId)
}
