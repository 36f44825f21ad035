import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Moderate } from '#content/entry/moderation/moderation.tsx'
import { ReportButton } from '#content/entry/report/button.tsx'
import { Button } from '#ui/button.tsx'
import { AudioPlayer } from '#ui/media/audio-player.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { api } from '#web/api.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import type { Comment } from '../schema.ts'
import { text } from '../text.ts'
import { anchorOf, CommentBody, heard, nameOf } from './body.tsx'
import { useCommentCache } from './cache.ts'
import type { DiscussedProps } from './comments.tsx'
import { EditForm } from './edit-form.tsx'

type Props = DiscussedProps & { comment: Comment; action?: ReactNode; linked?: boolean }

/** A comment with what the viewer may do to it. */
export function CommentRow({ entry, comment, action, linked }: Props) {
  const setting = useDateSetting()
  const cache = useCommentCache(entry.id)
  const [editing, setEditing] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const { id, voice, may = [] } = comment
  const of = text.of(nameOf(comment))
  useEffect(() => {
    if (linked) place.current?.scrollIntoView({ block: 'center' })
  }, [linked])

  async function remove() {
    const undo = cache.remove(comment)
    try {
      await api.comment.remove({ id })
      notify.success(text.removed)
    } catch (error) {
      undo()
      throw error
    } finally {
      void cache.refresh()
    }
  }

  async function decide(decision: { state: 'hidden'; reason: string } | { state: 'published' }) {
    const decided =
      decision.state === 'hidden'
        ? await api.comment.hide({ id, reason: decision.reason })
        : await api.comment.restore({ id })
    cache.replace(decided)
  }

  return (
    <div className="stack gap-2" id={anchorOf(comment)} ref={place}>
      <CommentBody
        comment={comment}
        setting={setting}
        voice={voice && <AudioPlayer {...heard(voice, comment)} />}
        instead={editing && <EditForm entry={entry} comment={comment} onDone={() => setEditing(false)} />}
      />
      {!editing && (action || may.length > 0) && (
        <div className="row gap-2 acts">
          {action}
          {may.includes('edit') && (
            <Button variant="text" onClick={() => setEditing(true)}>
              {text.edit}
              <span className="sr"> {of}</span>
            </Button>
          )}
          {may.includes('delete') && (
            <ConfirmButton label={text.remove} of={of} deletes variant="text" title={text.removeTitle} act={remove}>
              {text.removeBody}
            </ConfirmButton>
          )}
          <ReportButton entry={{ id: entry.id, title: entry.title, may, commentId: id }} />
          <Moderate entry={{ may }} variant="text" decide={decide} />
        </div>
      )}
    </div>
  )
}
