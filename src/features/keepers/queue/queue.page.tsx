import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { changePageOf } from '#content/entry/address.ts'
import { archiveTypes } from '#content/entry/archive.ts'
import { kindName } from '#content/entry/kind-names.ts'
import { AttachmentField, useAttachment } from '#content/media/form/attachment.tsx'
import { PostProgress } from '#content/media/form/post-progress.tsx'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { acceptSound } from '#ui/form/accept.ts'
import { FormError } from '#ui/form/form-error.tsx'
import { Options } from '#ui/form/options.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import queueCss from '#ui/list/queue.css?url'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { AllDone } from '#ui/state/all-done.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { draftOf, formDraftName } from '#web/drafts/draft.ts'
import { ApiError, PostCancelled } from '#web/errors.ts'
import { titled } from '#web/head.ts'
import { fresh, useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { text } from '../text.ts'
import type { Route } from './+types/queue.page.ts'
import { useConfirm, useTakeOut } from './confirm.ts'
import type { Waiting } from './schema.ts'
import { WaitingEntry } from './waiting.tsx'

const origins = ['members', 'research', 'returned'] as const

export const meta = titled(() => text.desk)
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: queueCss }]

export default function KeepersQueue() {
  return (
    <Desk title={text.desk}>
      <WaitingList />
    </Desk>
  )
}

/** Shows the unconfirmed entries, filtered by type and origin; both filters are in the address. */
function WaitingList() {
  const words = text.waiting
  const [params, change] = useAddressQuery()
  const type = archiveTypes.find((one) => one === params.get('type'))
  const origin = origins.find((one) => one === params.get('from'))
  const filter = { type, ...(origin === 'returned' ? { view: origin } : { from: origin }) }
  const query = { ...filter, limit: usePageSize(20) }
  const { list, items } = usePaged(['queue', 'list'], api.queue.list, query, fresh)
  const { confirm, undo } = useConfirm()
  return (
    <>
      <p>{words.lead}</p>
      <div className="row tools">
        <select aria-label={words.type} value={type ?? ''} onChange={({ target }) => change({ type: target.value })}>
          <option value="">{words.allTypes}</option>
          <Options of={archiveTypes} name={kindName} />
        </select>
        <select aria-label={words.from} value={origin ?? ''} onChange={({ target }) => change({ from: target.value })}>
          <option value="">{words.anyone}</option>
          <Options of={origins} name={(one) => words[one]} />
        </select>
      </div>
      <PagedList
        list={list}
        loading={{ count: 4 }}
        failed={words.failed}
        none={<AllDone title={type || origin ? words.noneOf : words.none}>{words.noneHint}</AllDone>}
      >
        {items.length > 0 && <QueueList items={items} confirm={confirm} undo={undo} />}
      </PagedList>
    </>
  )
}

type Props = { items: Waiting[]; confirm: (items: Waiting[]) => void; undo: () => void }

/** Screens on which the details of the open entry are beside the list. */
const twoPanes = '(min-width: 1200px)'

/**
 * Shows the queue as a list with keyboard shortcuts. J and K lead into it from anywhere on the page; the others act on
 * the entry with the focus. Entries that the keeper has opened or played can be confirmed together.
 */
function QueueList({ items, confirm, undo }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const navigate = useNavigate()
  const [returning, setReturning] = useState<Waiting | null>(null)
  const [asking, setAsking] = useState(false)
  const [opened, setOpened] = useState(() => (matchMedia(twoPanes).matches ? items[0]?.id : undefined))
  /** The ids of the entries that the keeper has opened or played. */
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set())
  const ready = items.filter(({ id }) => judged.has(id))
  const [firstReady] = ready
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
    if (entry && opened) open(entry.id)
  }

  const judge = (id: string) => setJudged((ids) => new Set(ids).add(id))

  function open(id: string) {
    setOpened(id)
    judge(id)
  }

  function decide(item: Waiting, act: (item: Waiting) => void) {
    next.current = items.indexOf(item)
    act(item)
  }

  function giveBack(item: Waiting) {
    setReturning(item)
    setAsking(true)
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const target = event.target as HTMLElement
    if (ctrlKey || metaKey || altKey || target.closest('input, textarea, select, [role="dialog"]')) return
    const entry = target.closest('.waiting-entry')
    const at = items.findIndex(({ id }) => id === entry?.id)
    const item = items[at]
    const acts: Record<string, () => void> = {
      j: () => focusOn(at + 1),
      k: () => focusOn(at - 1),
      ...(list.current?.contains(target) && { u: undo }),
      ...(item && {
        c: () => decide(item, (one) => confirm([one])),
        p: () => play(entry),
        ...(!item.returned && { r: () => decide(item, giveBack) }),
        e: () => navigate(changePageOf(item)),
      }),
      ...(item && target === entry && { enter: () => (opened === item.id ? setOpened(undefined) : open(item.id)) }),
    }
    const act = acts[key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  return (
    <div className="queue stack">
      <ul className="list" ref={list} aria-label={text.waiting.list}>
        {items.map((item) => (
          <li key={item.id}>
            <WaitingEntry
              item={item}
              open={item.id === opened}
              onOpen={(isOpen) => (isOpen ? open(item.id) : setOpened(undefined))}
              onPlay={() => judge(item.id)}
              onConfirm={() => decide(item, (one) => confirm([one]))}
              onReturn={() => decide(item, giveBack)}
            />
          </li>
        ))}
      </ul>
      {firstReady && (
        <ConfirmButton
          label={text.waiting.confirmOpened(ready.length)}
          title={text.waiting.confirmTitle(ready.length)}
          act={async () => decide(firstReady, () => confirm(ready))}
        >
          {text.waiting.confirmBody(ready.length)}
        </ConfirmButton>
      )}
      <p className="small dim with-mouse">{text.waiting.keys}</p>
      {/* The dialog stays mounted after closing, so that the focus returns to where it was. */}
      {returning && <ReturnDialog key={returning.id} item={returning} open={asking} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** Plays or pauses the recording of an entry, unless a warning covers it. */
function play(entry: Element | null) {
  const button = entry?.querySelector<HTMLElement>('.audio .btn')
  if (button?.checkVisibility()) button.click()
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
