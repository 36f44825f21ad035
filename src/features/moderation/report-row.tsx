import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { BriefKind, BriefTitle } from '#content/entry/list/brief.tsx'
import { text as ofReports } from '#content/entry/report/text.ts'
import { CommentBody, heard } from '#content/media/comment/page/body.tsx'
import type { Comment } from '#content/media/comment/schema.ts'
import { MediaPlayer } from '#content/media/page/player.tsx'
import { Button } from '#ui/button.tsx'
import { formatDateTime } from '#ui/data/formats.ts'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { StatusPill } from '#ui/list/labels.tsx'
import { AudioPlayer } from '#ui/media/audio-player.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { LazyPart } from '#ui/state/lazy-part.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { useDateSetting } from '#web/preferences.ts'
import { useUser } from '#web/session/session.ts'
import { notify } from '#web/toasts.ts'
import { mayDecide, mayModerate } from './policy.ts'
import type { Report } from './schema.ts'
import { text } from './text.ts'

const preview = () => import('./preview.tsx').then((module) => module.Preview)
const fields = { hidden: 'ochre', kept: 'acacia', restored: 'dusk' } as const

/** Shows a report with its entry or comment, what the reporters wrote, and a moderator's actions. */
export function ReportRow({ report }: { report: Report }) {
  const { entry, comment, unseen, own, resolution, note, closedBy, closedAt, count, newestAt, hiddenBefore } = report
  const setting = useDateSetting()
  const user = useUser()
  const writer = comment ? comment.author : entry?.author
  const reasons = Object.entries(report.reasons).map(([reason, people]) => {
    const label = ofReports.reasons[reason as keyof typeof ofReports.reasons]
    return people > 1 ? `${label} (${people})` : label
  })
  return (
    <li className="stack gap-3">
      <p className="row gap-2">
        {entry && <BriefKind kind={entry.kind} />}
        {resolution && <StatusPill field={fields[resolution]}>{text.resolutions[resolution]}</StatusPill>}
      </p>
      {entry && (
        <h2 className="t1 break">
          <BriefTitle entry={entry} />
        </h2>
      )}
      {comment && <ReportedComment comment={comment} />}
      {report.reported && <AsReported gone={report.gone} reported={report.reported} />}
      {unseen && (
        <Note look="ringed" icon="keep">
          <p className="strong">{text.unseen[unseen]}</p>
        </Note>
      )}
      {writer && (
        <div>
          <p>{text.by(writer.name)}</p>
          {hiddenBefore > 0 && <p className="strong">{text.before(hiddenBefore)}</p>}
        </div>
      )}
      <p className="row gap-2">
        <b>{text.reportedBy(count)}</b>
        <time className="small dim" dateTime={newestAt}>
          {text.newest(formatDateTime(newestAt, setting))}
        </time>
      </p>
      <ul className="tags" aria-label={text.reasons}>
        {reasons.map((reason) => (
          <li key={reason} className="tag">
            {reason}
          </li>
        ))}
      </ul>
      {own && <p className="dim">{text.own}</p>}
      <Voices voices={report.voices} />
      {note && (
        <p className="break">
          <b>{text.itsNote}</b> {note}
        </p>
      )}
      {closedAt && (
        <p className="small dim">
          {unseen && !closedBy
            ? formatDateTime(closedAt, setting)
            : text.closedBy(closedBy ?? text.nobody, formatDateTime(closedAt, setting))}
        </p>
      )}
      {entry && !comment && <Look type={entry.type} id={entry.id} title={entry.title} />}
      <div className="row">
        <Decide report={report} />
        {writer && resolution === null && mayModerate(user, writer.id) && <HideAll account={writer} />}
      </div>
    </li>
  )
}

/** Shows the text and files that were reported, if their author has changed or deleted them since. */
function AsReported({ gone, reported }: { gone: boolean; reported: NonNullable<Report['reported']> }) {
  return (
    <div className="block quiet stack gap-2">
      <p className="strong">{gone ? text.goneSince : text.changedSince}</p>
      <p className="strong break">{reported.title}</p>
      <p className="lines break">{reported.text}</p>
      {reported.files.map((file, at) => (
        <MediaPlayer
          key={file.url}
          file={file}
          title={text.reportedFile(at + 1)}
          sizes="(min-width: 900px) 640px, 100vw"
        />
      ))}
    </div>
  )
}

/** Shows the reported comment as its readers see it. */
function ReportedComment({ comment }: { comment: Comment }) {
  return (
    <div className="block quiet stack gap-2">
      <p className="strong">{text.comment}</p>
      <CommentBody
        comment={comment}
        setting={useDateSetting()}
        voice={comment.voice && <AudioPlayer {...heard(comment.voice, comment)} />}
      />
    </div>
  )
}

function Voices({ voices }: Pick<Report, 'voices'>) {
  const comments = voices.filter(({ words }) => words)
  if (comments.length === 0) return null
  return (
    <ul className="stack gap-2" aria-label={text.voices}>
      {comments.map(({ words, name, createdAt }) => (
        <li key={createdAt + words} className="note quiet">
          <div className="grow">
            <p className="lines break">{words}</p>
            <p className="small dim">{name ?? text.nobody}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Shows a preview of the entry, loaded on demand. */
function Look(entry: { type: string; id: string; title: string }) {
  const [open, setOpen] = useState(false)
  if (open) return <LazyPart load={preview} partProps={entry} />
  return (
    <p>
      <Button variant="soft" onClick={() => setOpen(true)}>
        {text.look}
        <span className="sr">{text.of(entry.title)}</span>
      </Button>
    </p>
  )
}

type Props = { account: { id: string; name: string } }

/** Shows a button that hides the posts and comments of an account, after showing how many the moderator can hide. */
function HideAll({ account }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="text" onClick={() => setAsking(true)}>
        {text.hideAll}
        <span className="sr">{text.of(account.name)}</span>
      </Button>
      {asking && <ConfirmHiding account={account} onClose={() => setAsking(false)} />}
    </>
  )
}

function ConfirmHiding({ account: { id, name }, onClose }: Props & { onClose: () => void }) {
  const posts = useAnswer(['moderation', 'posts', id], (options) => api.moderation.countPosts({ id }, options), {
    staleTime: 0,
  })
  const title = text.hideAllTitle(name)
  const count = posts.data?.count
  if (!count)
    return (
      <Dialog open onClose={onClose} title={title} slim>
        <Loaded query={posts} loading={{ count: 1, label: text.hideAllCounting }} failed={text.hideAllFailed} />
        {count === 0 && <p>{text.hideAllNone}</p>}
      </Dialog>
    )
  return (
    <ReasonDialog
      title={title}
      label={text.reason}
      confirm={text.hideAllConfirm(count)}
      onClose={onClose}
      send={async (reason) => {
        const act = await api.moderation.hideAll({ id, reason })
        notify.success(text.done.all(act.count))
      }}
    >
      <p>{text.hideAllBody(count)}</p>
    </ReasonDialog>
  )
}

/** Shows buttons that hide or keep a reported entry or comment, or that show a hidden one again. */
function Decide({ report }: { report: Report }) {
  const { id, resolution, gone, entry, comment } = report
  const words = gone ? text.ofGone : comment ? text.ofComment : text
  const [asking, setAsking] = useState<'hidden' | 'kept' | null>(null)
  const queryClient = useQueryClient()
  const restore = useMutation({
    mutationFn: () => api.moderation.decide({ id, resolution: 'restored' }),
    onSuccess: () => {
      notify.success(words.done.restored)
      return queryClient.invalidateQueries()
    },
    onError: (error) => notify.error(error.message),
  })
  const about = entry && <span className="sr">{text.of(entry.title)}</span>
  if (resolution)
    return (
      mayDecide(report, 'restored') &&
      (comment ?? entry)?.state === 'hidden' && (
        <Button variant="line" busy={restore.isPending} onClick={() => restore.mutate()}>
          {words.restore}
          {about}
        </Button>
      )
    )
  if (!mayDecide(report, 'kept')) return null
  return (
    <>
      {mayDecide(report, 'hidden') && !gone && (
        <Button variant="line" icon="keep" onClick={() => setAsking('hidden')}>
          {words.hide}
          {about}
        </Button>
      )}
      <Button variant="line" icon="check" onClick={() => setAsking('kept')}>
        {words.keep}
        {about}
      </Button>
      {asking && (
        <ReasonDialog
          title={asking === 'hidden' ? words.hideTitle : words.keepTitle}
          label={asking === 'hidden' ? text.reason : text.note}
          confirm={asking === 'hidden' ? words.hide : words.keep}
          onClose={() => setAsking(null)}
          send={async (note) => {
            await api.moderation.decide({ id, resolution: asking, note })
            notify.success(words.done[asking])
          }}
        >
          <p>{asking === 'hidden' ? words.hideBody : gone ? text.goneBody : text.keepBody}</p>
        </ReasonDialog>
      )}
    </>
  )
}

type ReasonDialogProps = {
  title: string
  label: string
  confirm: string
  onClose: () => void
  /** Rejects with a message for the moderator. */
  send: (reason: string) => Promise<void>
  children: ReactNode
}

/** Asks for the reason for an action. What was typed stays if the server refuses it. */
function ReasonDialog({ title, label, confirm, onClose, send, children }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const queryClient = useQueryClient()
  const sending = useMutation({
    mutationFn: () => send(reason),
    onSuccess: () => {
      onClose()
      return queryClient.invalidateQueries()
    },
  })
  const issue = sending.error instanceof ApiError && sending.error.issues[0]
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      slim
      submit={confirm}
      busy={sending.isPending}
      onSubmit={() => sending.mutate()}
    >
      {children}
      <TextArea
        label={label}
        rows={4}
        maxLength={1000}
        error={issue ? issue.message : undefined}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <FormError title={sending.error && !issue ? text.notSaved : null}>{sending.error?.message}</FormError>
    </FormDialog>
  )
}
