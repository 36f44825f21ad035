import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { commentsPage } from '#content/entry/comment/address.ts'
import { text as ofEntries } from '#content/entry/text.ts'
import { notifyUnlisted } from '#content/entry/visibility/unlisted-note.tsx'
import { Button } from '#ui/button.tsx'
import { acceptSound } from '#ui/form/accept.ts'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FileField } from '#ui/form/file-field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { ApiError, PostCancelled } from '#web/errors.ts'
import { sendOrStore } from '#web/outbox/send-or-store.ts'
import { fileProps, useUpload } from '#web/upload/upload.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { PostProgress } from '../../form/post-progress.tsx'
import { type Comment, longestVoice } from '../schema.ts'
import { text } from '../text.ts'
import { type DiscussedProps, nameOf } from './body.tsx'
import { useCommentCache } from './cache.ts'
import { asSent, blank, draftName, draftOfComment, type Typed } from './draft.ts'
import { MentionField } from './mention-field.tsx'

type Props = DiscussedProps & {
  /** The comment that is replied to. */
  parent?: Comment
  onClose?: () => void
}

/**
 * Shows the form for a comment or a reply, which has a text, a voice note or both. What is typed stays on this device
 * until the comment is posted or cancelled. Without signal, the comment is posted through the outbox.
 */
export function Composer({ entry, parent, onClose }: Props) {
  const { id } = entry
  const name = draftName(id, parent?.id)
  const draft = draftOfComment(id, parent?.id)
  const cache = useCommentCache(id)
  const [value, setValue] = useState<Typed>(() => ({ ...blank, ...draft.read() }))
  const [speaking, setSpeaking] = useState(false)
  const uploads = useUploads()
  const voice = useUpload({ uploads, name: `${name}:voice`, field: 'voice' })

  function change(next: Typed) {
    setValue(next)
    if (next.text === '') draft.clear()
    else draft.write(next)
  }

  function clear() {
    change(blank)
    voice.remove()
    setSpeaking(false)
    onClose?.()
  }

  const post = useMutation({
    async mutationFn() {
      await uploads.ready()
      const typed = asSent(value).trim()
      const fileUrl = voice.address()
      if (!typed && !fileUrl) throw new Error(text.nothing)
      const edit = { page: commentsPage(entry), draft: name, values: value }
      return sendOrStore(
        'comment.create',
        { id, text: typed, ...(fileUrl && { voice: fileUrl }), ...(parent && { parentId: parent.id }) },
        { title: value.text || text.voice, edit, watch: uploads.watch() },
      )
    },
    onError(error) {
      if (error instanceof PostCancelled) post.reset()
    },
    onSuccess(comment) {
      uploads.posted()
      clear()
      if (!comment) return
      cache.add(comment)
      notifyUnlisted(comment, ofEntries.unlisted.added)
    },
  })
  const { error } = post
  const issues = error instanceof ApiError ? error.issues : []
  const issueOf = (path: string) => issues.find((issue) => issue.path === path)?.message
  return (
    <CheckedForm
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void uploads.stopRecording().then(() => post.isPending || post.mutate())
      }}
    >
      <MentionField
        entryId={id}
        label={parent ? text.replyLabel(nameOf(parent)) : text.label}
        value={value}
        onChange={change}
        error={issueOf('text')}
        autoFocus={parent !== undefined}
      />
      {(speaking || voice.upload) && (
        <FileField
          label={text.voice}
          hint={text.voiceHint}
          accept={acceptSound}
          maxSeconds={longestVoice}
          {...fileProps(voice)}
          error={voice.upload?.error ?? issueOf('voice')}
        />
      )}
      <FormError title={error && issues.length === 0 ? text.notPosted : null}>{error?.message}</FormError>
      <div className="row">
        <PostProgress uploads={uploads} />
        <Button type="submit" busy={post.isPending}>
          {parent ? text.postReply : text.post}
        </Button>
        {!speaking && !voice.upload && (
          <Button variant="line" icon="mic" onClick={() => setSpeaking(true)}>
            {text.addVoice}
          </Button>
        )}
        {onClose && (
          <Button variant="text" onClick={clear}>
            {text.cancel}
          </Button>
        )}
      </div>
    </CheckedForm>
  )
}
