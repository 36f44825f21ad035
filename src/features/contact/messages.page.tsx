import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { Filter } from '#ui/form/choice.tsx'
import { StatusPill } from '#ui/list/labels.tsx'
import { AllDone } from '#ui/state/all-done.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { Note } from '#ui/state/note.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { fresh, useAddressQuery, usePaged } from '#web/paged.ts'
import { useDateSetting, usePageSize } from '#web/preferences.ts'
import { useSite } from '#web/site.ts'
import { notify } from '#web/toasts.ts'
import type { Message } from './schema.ts'
import { text } from './text.ts'

const words = text.keepers

export const meta = titled(() => words.title)

/** Lists the messages from the contact form and shows which of them have been answered. */
export default function MessagesPage() {
  return (
    <Desk title={words.title}>
      <MessageList />
    </Desk>
  )
}

function MessageList() {
  const [params, change] = useAddressQuery()
  const status = statusOf(params.get('status'))
  const address = useSite()?.contactEmail
  const paged = usePaged(['contact', 'list'], api.contact.list, { status, limit: usePageSize(20) }, fresh)
  return (
    <>
      <p>{words.lead}</p>
      {address && (
        <Note>
          <p>{words.mailed(address)}</p>
        </Note>
      )}
      <Filter name="status" label={words.show} value={status} options={words.filters} change={change} />
      <PagedRows
        {...paged}
        loading={{ count: 3, label: words.loading }}
        failed={words.failed}
        none={<Nothing status={status} />}
        row={(message) => <MessageRow key={message.id} message={message} />}
      />
    </>
  )
}

type Status = '' | 'open' | 'answered'

function statusOf(name: string | null): Status {
  return name === 'open' || name === 'answered' ? name : ''
}

function Nothing({ status }: { status: Status }) {
  if (status === 'open') return <AllDone title={words.noneOpen} />
  return (
    <EmptyState slim title={status ? words.noneOf : words.none}>
      {status ? null : words.noneHint}
    </EmptyState>
  )
}

function MessageRow({ message }: { message: Message }) {
  const { id, name, email, phone, member, createdAt, answeredAt } = message
  const setting = useDateSetting()
  const sender = name ?? member?.name ?? words.nameless
  const queryClient = useQueryClient()
  const mark = useMutation({
    mutationFn: () => api.contact.update({ id, answered: answeredAt === null }),
    onSuccess: () => {
      notify.success(answeredAt ? words.reopenedNow : words.answeredNow)
      return queryClient.invalidateQueries({ queryKey: ['contact'] })
    },
    onError: (error) => notify.error(`${words.notSaved} ${error.message}`),
  })
  return (
    <li className="stack gap-2">
      <p className="row gap-2">
        <b className="break">{sender}</b>
        {member && name !== null && <span className="small dim break">{words.member(member.name)}</span>}
        <span className="small dim">{formatDate(createdAt, setting)}</span>
        {answeredAt && <StatusPill field="acacia">{words.answered}</StatusPill>}
      </p>
      <p className="break lines">{message.message}</p>
      <p className="small dim break">{[email, phone].filter(Boolean).join(', ') || words.noAnswer}</p>
      <div className="row gap-2">
        <Button variant={answeredAt ? 'line' : 'filled'} busy={mark.isPending} onClick={() => mark.mutate()}>
          {answeredAt ? words.reopen : words.answer}
          <span className="sr">{words.of(sender)}</span>
        </Button>
        {email && (
          <ButtonLink variant="line" href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
            {words.email}
            <span className="sr">{words.of(sender)}</span>
          </ButtonLink>
        )}
        {phone && (
          <ButtonLink variant="line" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            {words.call}
            <span className="sr">{words.of(sender)}</span>
          </ButtonLink>
        )}
      </div>
    </li>
  )
}
