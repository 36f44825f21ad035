import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { useOutbox } from '#web/outbox/use-outbox.ts'
import { usePaged } from '#web/paged.ts'
import { type Threads, threadsOnPage } from '../schema.ts'
import { text } from '../text.ts'
import type { DiscussedProps } from './body.tsx'
import { keyOfThread, keyOfThreads } from './cache.ts'
import { Composer } from './composer.tsx'
import { ThreadRow } from './thread.tsx'

/** The comments on an entry, and the form for a new one. `?comment=` in the address opens the thread of one of them. */
export function Conversation({ entry }: DiscussedProps) {
  const { id } = entry
  const [params] = useSearchParams()
  const linked = params.get('comment')
  const { list, items } = usePaged(keyOfThreads(id), (page, options) =>
    api.comment.list({ id, limit: threadsOnPage, ...page }, options),
  )
  // The pages of this list also have `open`, which the type of `usePaged` lacks.
  const open = (list.data?.pages[0] as Threads | undefined)?.open ?? false
  // The browser tried to scroll to this part before it existed.
  useEffect(() => {
    if (location.hash === '#comments') document.getElementById('comments')?.scrollIntoView()
  }, [])
  if (linked) return <Linked entry={entry} commentId={linked} open={open} />
  return (
    <>
      {open && <Composer entry={entry} />}
      {list.isSuccess && !open && <p className="dim">{text.closed}</p>}
      <WaitingComments entryId={id} />
      <PagedRows
        list={list}
        items={items}
        loading={{ count: 3, label: text.loading }}
        failed={text.failed}
        none={<p className="dim">{open ? text.none : text.noneClosed}</p>}
        row={(thread) => <ThreadRow key={thread.id} entry={entry} thread={thread} open={open} />}
      />
    </>
  )
}

type LinkedProps = DiscussedProps & { commentId: string; open: boolean }

/** Shows the thread that a notification leads to, alone, because the loaded pages of the list might not contain it. */
function Linked({ entry, commentId, open }: LinkedProps) {
  const thread = useAnswer(
    keyOfThread(entry.id, commentId),
    async (options) => {
      const result = await api.comment.thread({ id: commentId }, options)
      if (result.entryId !== entry.id) throw new ApiError(404, 'not_found', text.gone)
      return result
    },
    { retry: false },
  )
  return (
    <>
      <p>
        <ButtonLink variant="line" to="?#comments">
          {text.all}
        </ButtonLink>
      </p>
      <Loaded query={thread} loading={{ count: 2, label: text.loading }} failed={text.failed} missing={text.gone}>
        {(data) => (
          <ul className="list">
            <ThreadRow entry={entry} thread={data} open={open} linked={commentId} />
          </ul>
        )}
      </Loaded>
    </>
  )
}

/** Comments on the entry that wait in the outbox. */
function WaitingComments({ entryId }: { entryId: string }) {
  const { items } = useOutbox()
  const waiting = (items ?? []).filter(({ operation, input }) => operation === 'comment.create' && input.id === entryId)
  return waiting.map(({ key, title, refusal }) => (
    <Note
      key={key}
      look="dashed"
      icon="up"
      action={
        <ButtonLink variant="text" to="/dashboard/outbox">
          {text.outbox}
        </ButtonLink>
      }
    >
      <p className="strong break">{title}</p>
      <p className="small">{refusal ?? text.waiting}</p>
    </Note>
  ))
}
