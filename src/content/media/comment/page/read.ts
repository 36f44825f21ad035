import type { z } from 'zod'
import type { PageKind } from '#content/entry/address.ts'
import { idOf } from '#content/entry/page/address-id.ts'
import { loadEntry } from '#content/entry/page/load-entry.ts'
import { type Api, apiContext } from '#web/api.ts'
import type { Replies, Thread, Threads } from '../schema.ts'

/** Maximum number of replies shown with a thread on a reading page. */
const firstReplies = 3

/** The comments of a reading page: a page of threads, or one thread with a page of its replies. */
export type ReadComments =
  | (Threads & { lastKeyIn: boolean; thread?: never })
  | { thread: Thread; further: z.infer<typeof Replies> | null }

type Given = Parameters<typeof loadEntry>[0] & { request: Request }

/** Loads an entry with its links, the entries around it and its comments. Answers 404 for a malformed id. */
export async function loadDiscussed<T extends PageKind>({ context, params, request }: Given, type: T) {
  // It throws before anything is requested, because nobody would handle a rejection of that.
  const { id } = idOf(params)
  const [loaded, comments] = await Promise.all([
    loadEntry({ context, params }, type),
    readComments(context.get(apiContext), request, id),
  ])
  return { ...loaded, comments }
}

/** Loads the comments that the address of an entry's page asks for: one `thread`, or a page after `lastKey`. */
async function readComments(api: Api, request: Request, id: string): Promise<ReadComments> {
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
