import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { changePageOf } from '#content/entry/address.ts'
import { AttachmentField, useAttachment } from '#content/media/form/attachment.tsx'
import { PostProgress } from '#content/media/form/post-progress.tsx'
import { acceptSound } from '#ui/form/accept.ts'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { api } from '#web/api.ts'
import { draftOf, formDraftName } from '#web/drafts/draft.ts'
import { ApiError, PostCancelled } from '#web/errors.ts'
import { notify } from '#web/toasts.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { text } from '../text.ts'
import { useTakeOut } from './confirm.ts'
import type { Waiting } from './schema.ts'
import { WaitingEntry } from './waiting.tsx'

type Props = { items: Waiting[]; confirm: (items: Waiting[]) => void; undo: () => void }

/** Shows the queue as a list with keyboard shortcuts, which work only while the list has the focus. */
export function QueueList({ items, confirm, undo }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const navigate = useNavigate()
  const [returning, setReturning] = useState<Waiting | null>(null)
  const [asking, setAsking] = useState(false)
  /** The id of the entry whose details are shown; initially the first. */
  const [opened, setOpened] = useState(items[0]?.id)
  /** The index of the item that gets the focus when the focused one disappears. */
  const next = useRef<number | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus may be lost when the list changes or the dialog closes
  useEffect(() => {
    if (next.current === null || asking || list.current?.contains(document.activeElement)) return
    focusOn(next.current)
    next.current = null
  }, [items, asking])

  function focusOn(at: number) {
    const entries = list.current?.querySelectorAll<HTMLElement>(':scope > li > article')
    const entry = entries?.[Math.max(0, Math.min(at, entries.length - 1))]
    entry?.focus()
    if (entry) setOpened(entry.id)
  }

  function decide(item: Waiting, act: (item: Waiting) => void) {
    next.current = items.indexOf(item)
    act(item)
  }

  function giveBack(item: Waiting) {
    setReturning(item)
    setAsking(true)
  }

  function press(event: KeyboardEvent) {
    const { key, target, ctrlKey, metaKey, altKey } = event
    const typing = (target as HTMLElement).closest('input, textarea, select')
    if (ctrlKey || metaKey || altKey || typing) return
    const entry = (target as HTMLElement).closest('.waiting-entry')
    const at = items.findIndex(({ id }) => id === entry?.id)
    const item = items[at]
    const acts: Record<string, () => void> = {
      j: () => focusOn(at + 1),
      k: () => focusOn(at - 1),
      u: undo,
      ...(item && {
        c: () => decide(item, (one) => confirm([one])),
        ...(!item.returned && { r: () => decide(item, giveBack) }),
        e: () => navigate(changePageOf(item)),
      }),
    }
    const act = acts[key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <>
      <p className="small dim with-mouse">{text.waiting.keys}</p>
      <ul className="list" ref={list} aria-label={text.waiting.list} onKeyDown={press}>
        {items.map((item) => (
          <li key={item.id}>
            <WaitingEntry
              item={item}
              open={item.id === opened}
              onOpen={(open) => setOpened((id) => (open ? item.id : id === item.id ? undefined : id))}
              onConfirm={() => decide(item, (one) => confirm([one]))}
              onReturn={() => decide(item, giveBack)}
            />
          </li>
        ))}
      </ul>
      {/* The dialog stays mounted after closing, so that the focus returns to where it was. */}
      {returning && <ReturnDialog key={returning.id} item={returning} open={asking} onClose={() => setAsking(false)} />}
    </>
  )
}

type ReturnDialogProps = { item: Waiting; open: boolean; onClose: () => void }

/** Asks for the reason, written or spoken, and returns the entry. */
function ReturnDialog({ item, open, onClose }: ReturnDialogProps) {
  const words = text.giveBack
  const queryClient = useQueryClient()
  const takeOut = useTakeOut()
  const uploads = useUploads()
  const voice = useAttachment(null, { uploads, name: `return:${item.id}:fileUrl` })
  const draft = draftOf<{ reason: string }>(formDraftName(`return:${item.id}`))
  const [reason, setReason] = useState(() => draft.read().reason ?? '')
  const send = useMutation({
    mutationFn: async () => {
      await uploads.ready()
      const fileUrl = voice.address()
      await api.queue.giveBack({ id: item.id, updatedAt: item.updatedAt, reason, fileUrl })
    },
    onSuccess: () => {
      uploads.posted()
      draft.clear()
      takeOut([item.id])
      void queryClient.invalidateQueries({ queryKey: ['queue'] })
      notify.success(words.sent)
      onClose()
    },
  })
  const failure = send.error instanceof PostCancelled ? null : send.error
  const issueOf = (name: string) =>
    failure instanceof ApiError ? failure.issues.find(({ path }) => path === name)?.message : undefined
  const issue = issueOf('reason')
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={words.title}
      slim
      submit={words.send}
      busy={send.isPending}
      onSubmit={() => send.mutate()}
      beside={<PostProgress uploads={uploads} />}
    >
      <p className="strong break">{item.title}</p>
      <p>{item.author ? words.toAuthor(item.author.name) : words.noAuthor}</p>
      <TextArea
        label={words.reason}
        rows={4}
        maxLength={1000}
        error={issue}
        value={reason}
        onChange={({ target: { value } }) => {
          setReason(value)
          draft.write({ reason: value })
        }}
      />
      <AttachmentField
        file={voice}
        label={words.voice}
        hint={words.voiceHint}
        accept={acceptSound}
        error={issueOf('fileUrl')}
      />
      <FormError title={failure && !issue ? words.failed : null}>{failure?.message}</FormError>
    </FormDialog>
  )
}
