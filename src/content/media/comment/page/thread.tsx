import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import type { Thread } from '../schema.ts'
import { text } from '../text.ts'
import { nameOf } from './body.tsx'
import { keyOfReplies } from './cache.ts'
import type { DiscussedProps } from './comments.tsx'
import { Composer } from './composer.tsx'
import { draftOfComment } from './draft.ts'
import { CommentRow } from './row.tsx'

type Props = DiscussedProps & { thread: Thread; open: boolean; linked?: string }

/** A comment with its replies and the form for a new reply. */
export function ThreadRow({ entry, thread, open, linked }: Props) {
  const hasDraft = draftOfComment(entry.id, thread.id).read().text
  const [replying, setReplying] = useState(Boolean(hasDraft))
  const mayReply = open && thread.state === 'published' && !thread.unlisted
  return (
    <li className="stack gap-3">
      <CommentRow
        entry={entry}
        comment={thread}
        linked={linked === thread.id}
        action={
          mayReply &&
          !replying && (
            <Button variant="text" onClick={() => setReplying(true)}>
              {text.reply}
              <span className="sr"> {text.of(nameOf(thread))}</span>
            </Button>
          )
        }
      />
      {(thread.replies.length > 0 || replying) && (
        <div className="replies stack">
          {thread.replies.length > 0 && (
            <ul className="stack" aria-label={text.replies(nameOf(thread))}>
              {thread.replies.map((reply) => (
                <li key={reply.id} className="stack gap-2">
                  <CommentRow entry={entry} comment={reply} linked={linked === reply.id} />
                </li>
              ))}
            </ul>
          )}
          {thread.moreReplies && <MoreReplies entry={entry} thread={thread} {...(linked && { linked })} />}
          {mayReply && replying && <Composer entry={entry} parent={thread} onClose={() => setReplying(false)} />}
        </div>
      )}
    </li>
  )
}

const isAmong = (comments: readonly { id: string }[], wanted: string) => comments.some(({ id }) => id === wanted)

/** The replies after the first ones, loaded on demand. */
function MoreReplies({ entry, thread, linked }: DiscussedProps & { thread: Thread; linked?: string }) {
  const [shown, setShown] = useState(linked !== undefined && !isAmong([thread, ...thread.replies], linked))
  if (!shown)
    return (
      <p>
        <Button variant="line" onClick={() => setShown(true)}>
          {text.moreReplies}
        </Button>
      </p>
    )
  return <FurtherReplies entry={entry} thread={thread} {...(linked && { linked })} />
}

function FurtherReplies({ entry, thread, linked }: DiscussedProps & { thread: Thread; linked?: string }) {
  const { id, moreReplies } = thread
  const { list, items } = usePaged(keyOfReplies(id), (page, options) =>
    api.comment.replies({ id, ...(moreReplies && { lastKey: moreReplies }), ...page }, options),
  )
  // More pages are loaded until they contain the reply that a notification leads to.
  const isMissing = linked !== undefined && !isAmong([thread, ...thread.replies, ...items], linked)
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetching, isError, fetchNextPage])
  return (
    <>
      <ul className="stack">
        {/* A reply just written here is already shown with the first ones. */}
        {items
          .filter(({ id }) => !isAmong(thread.replies, id))
          .map((reply) => (
            <li key={reply.id} className="stack gap-2">
              <CommentRow entry={entry} comment={reply} linked={linked === reply.id} />
            </li>
          ))}
      </ul>
      {list.isError && (
        <ErrorState title={text.repliesFailed} onRetry={() => list.fetchNextPage()} busy={list.isFetching}>
          {list.error?.message}
        </ErrorState>
      )}
      {(list.isPending || list.hasNextPage) && (
        <p>
          <Button variant="line" busy={list.isFetching} onClick={() => list.fetchNextPage()}>
            {text.moreReplies}
          </Button>
        </p>
      )}
    </>
  )
}
