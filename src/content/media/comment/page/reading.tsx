import { type EntryKind, pageOf } from '#content/entry/address.ts'
import { commentsPage } from '#content/entry/comment/address.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Said, SentForm } from '#ui/form/sent-form.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { ReadingAudio } from '#ui/media/audio-player.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import { itemOf } from '#web/drafts/draft.ts'
import { listAddress, nextAddress } from '#web/list-address.ts'
import { useSite } from '#web/site.ts'
import { text as ofWeb } from '#web/text.ts'
import type { Comment, Thread } from '../schema.ts'
import { text } from '../text.ts'
import { anchorOf, CommentBody, CommentsSection, heard, nameOf } from './body.tsx'
import { draftName } from './draft.ts'
import type { ReadComments } from './read.ts'

type Props = { entry: { id: string; type: EntryKind }; comments: ReadComments }

/** The comments on an entry's public page, with a form for members. Nothing else here needs a script. */
export function ReadingComments({ entry, comments }: Props) {
  const page = pageOf(entry)
  if (comments.thread) return <OneThread page={page} thread={comments.thread} further={comments.further} />
  const { items, lastKey, open, lastKeyIn } = comments
  if (items.length === 0 && !open) return null
  const next = nextAddress(page, {}, lastKey)
  return (
    <CommentsSection look="mid noprint">
      {open ? <Write entry={entry} /> : <p className="dim">{text.closed}</p>}
      {lastKeyIn && <Back page={page} label={text.newest} />}
      <div id="results" className="stack gap-5">
        {items.length === 0 ? <p className="dim">{text.none}</p> : <Threads page={page} items={items} />}
        <NextPage href={next && `${next}#comments`} />
      </div>
    </CommentsSection>
  )
}

/** The form for a comment in writing. Voice notes and mentions need React, so a link leads to the dashboard's form. */
function Write({ entry }: Pick<Props, 'entry'>) {
  const viewerId = useSite()?.viewerId
  const said = 'posted-comment'
  const form = commentsPage(entry)
  if (!viewerId)
    return (
      <p>
        <ButtonLink variant="line" icon="quill" href={form} data-session="member">
          {text.write}
        </ButtonLink>
        <ButtonLink
          variant="line"
          href={`/register?redirect=${encodeURIComponent(`${pageOf(entry)}#comments`)}`}
          data-session="guest"
          rel="nofollow"
        >
          {text.write}
        </ButtonLink>
      </p>
    )
  return (
    <>
      <Said id={said} />
      <SentForm
        className="stack gap-3"
        send={`POST /api/entries/${entry.id}/comments`}
        renews="#comments"
        said={{ words: text.posted, in: said }}
        failed={ofWeb.offline}
        otherwise={form}
        draft={itemOf(draftName(entry.id, '', viewerId))}
        data-session="member"
      >
        <TextArea name="text" label={text.label} rows={3} />
        <p className="row">
          <Button type="submit">{text.post}</Button>
          <ButtonLink variant="line" icon="mic" href={form}>
            {text.addVoice}
          </ButtonLink>
        </p>
      </SentForm>
    </>
  )
}

function Threads({ page, items }: { page: string; items: Thread[] }) {
  return (
    <ul className="list" data-list>
      {items.map((thread) => (
        <li key={thread.id} className="stack gap-3" id={anchorOf(thread)}>
          <Read comment={thread} />
          <Replies of={thread} items={thread.replies} />
          {thread.moreReplies && (
            <p>
              <a href={`${listAddress(page, { thread: thread.id })}#comments`}>{text.moreReplies}</a>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

type OneThreadProps = { page: string } & Extract<ReadComments, { thread: Thread }>

function OneThread({ page, thread, further }: OneThreadProps) {
  const shown = further ?? { items: thread.replies, lastKey: thread.moreReplies }
  const next = nextAddress(page, { thread: thread.id }, shown.lastKey)
  return (
    <CommentsSection look="mid noprint">
      <Back page={page} label={text.all} />
      <Read comment={thread} />
      <div id="results" className="stack gap-5">
        <Replies of={thread} items={shown.items} />
        <NextPage href={next && `${next}#comments`} />
      </div>
    </CommentsSection>
  )
}

function Back({ page, label }: { page: string; label: string }) {
  return (
    <p>
      <a href={`${page}#comments`}>{label}</a>
    </p>
  )
}

function Replies({ of, items }: { of: Comment; items: Comment[] }) {
  if (items.length === 0) return null
  return (
    <ul className="replies stack" aria-label={text.replies(nameOf(of))} data-list>
      {items.map((reply) => (
        <li key={reply.id} className="stack gap-2" id={anchorOf(reply)}>
          <Read comment={reply} />
        </li>
      ))}
    </ul>
  )
}

function Read({ comment }: { comment: Comment }) {
  const { voice } = comment
  return <CommentBody comment={comment} voice={voice && <ReadingAudio {...heard(voice, comment)} />} />
}
