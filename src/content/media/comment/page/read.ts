import type { z } from 'zod'
import type { Api } from '#web/api.ts'
import type { Replies, Thread, Threads } from '../schema.ts'

/** Maximum number of replies shown with a thread on a reading page. */
const firstReplies = 3

/** The comments of a reading page: a page of threads, or one thread with a page of its replies. */
export type ReadComments =
  | (Threads & { lastKeyIn: boolean; thread?: never })
  | { thread: Thread; further: z.infer<typeof Replies> | null }

/** Loads the comments that the address of an entry's page asks for: one `thread`, or a page after `lastKey`. */
export async function readComments(api: Api, request: Request, id: string): Promise<ReadComments> {
  const params = new URL(request.url).searchParams
  const lastKey = params.get('lastKey') ?? undefined
  const threadId = params.get('thread')
  const thread = threadId ? await api.comment.thread({ id: threadId }) : null
  if (thread?.entryId !== id) {
    const page = threadId ? {} : { lastKey }
    return { ...(await api.comment.list({ id, ...page, replies: firstReplies })), lastKeyIn: !!page.lastKey }
  }
  return { thread, further: lastKey ? await api.comment.replies({ id: thread.id, lastKey }) : null }
}
