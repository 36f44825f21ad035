import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { formatBytes, formatDateTime } from '#ui/data/formats.ts'
import { StatusPill } from '#ui/list/labels.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { titled } from '#web/head.ts'
import { type Edit, removeItem, saveItem, takeBack, type Waiting } from '#web/outbox/items.ts'
import { tellOutbox } from '#web/outbox/messages.ts'
// Other modules load `send.ts` on demand. This page imports it statically so that its stored copy works without signal.
import { flush } from '#web/outbox/send.ts'
import { type OutboxItem, type Sent, useOutbox } from '#web/outbox/use-outbox.ts'
import { useDateSetting } from '#web/preferences.ts'
import { useUser } from '#web/session/session.ts'
import { text } from './text.ts'

export const meta = titled(() => text.title)

export default function Outbox() {
  const { items, failed, sent, reload } = useOutbox()
  const user = useUser()
  const ownSent = sent.filter(({ account }) => account === user?.id)
  return (
    <div className="stack gap-6 mid">
      <div className="row split">
        <h1>{text.title}</h1>
        {items !== null && items.length > 0 && (
          <Button variant="line" icon="retry" onClick={() => void flush()}>
            {text.sendNow}
          </Button>
        )}
      </div>
      <p>{text.hint}</p>
      {items === null && <Skeleton shape="list" count={3} label={text.loading} />}
      {failed && (
        <ErrorState title={text.failed} onRetry={reload}>
          {text.failedHint}
        </ErrorState>
      )}
      {!failed && items?.length === 0 && (
        <EmptyState slim title={text.none}>
          {text.noneHint}
        </EmptyState>
      )}
      {items !== null && items.length > 0 && (
        <ul className="list" aria-label={text.waitingTitle}>
          {items.map((item) => (
            <Row key={item.order} item={item} />
          ))}
        </ul>
      )}
      {ownSent.length > 0 && <SentItems sent={ownSent} />}
    </div>
  )
}

function Row({ item }: { item: OutboxItem }) {
  const setting = useDateSetting()
  const size = item.files.reduce((sum, file) => sum + file.size, 0)
  return (
    <ListRow>
      <div className="stack gap-2">
        <p className="row gap-2">
          <State item={item} />
          <span className="small dim">
            {text.kinds[item.operation]} · <time dateTime={item.at}>{formatDateTime(item.at, setting)}</time>
            {item.files.length > 0 && ` · ${text.files(item.files.length, formatBytes(size))}`}
          </span>
        </p>
        <p className="strong">{item.title}</p>
        {item.part !== undefined && !item.refusal && (
          <progress max={1} value={item.part} aria-label={text.percent(item.part)} />
        )}
        {item.refusal && <p role="status">{item.refusal}</p>}
        <Choices item={item} />
      </div>
    </ListRow>
  )
}

function State({ item: { refusal, part } }: { item: OutboxItem }) {
  if (refusal) return <StatusPill field="ochre">{text.needsYou}</StatusPill>
  if (part !== undefined) return <StatusPill field="dusk">{text.percent(part)}</StatusPill>
  return <StatusPill field="maize">{text.waiting}</StatusPill>
}

function Choices({ item }: { item: OutboxItem }) {
  const navigate = useNavigate()
  const { edit, refusal, final } = item
  async function again() {
    await saveItem({ ...item, refusal: undefined, retriedFiles: false })
    tellOutbox({ is: 'changed' })
    void flush()
  }
  async function back(item: Waiting & { edit: Edit }) {
    await takeBack(item)
    tellOutbox({ is: 'changed' })
    await navigate(item.edit.page)
  }
  return (
    <div className="row gap-2">
      {refusal && !final && (
        <Button variant="line" onClick={() => void again()}>
          {text.again}
          <span className="sr"> {text.of(item.title)}</span>
        </Button>
      )}
      {edit && (
        <Button variant="line" onClick={() => void back({ ...item, edit })}>
          {text.edit}
          <span className="sr"> {text.of(item.title)}</span>
        </Button>
      )}
      <ConfirmButton
        variant="text"
        label={text.remove}
        of={text.of(item.title)}
        deletes={item.title}
        title={text.removeTitle}
        act={async () => {
          await removeItem(item)
          tellOutbox({ is: 'changed' })
        }}
      >
        {text.removeBody}
      </ConfirmButton>
    </div>
  )
}

function SentItems({ sent }: { sent: Sent[] }) {
  return (
    <section className="stack gap-3" aria-label={text.sentTitle}>
      <h2 className="t2">{text.sentTitle}</h2>
      <ul className="list">
        {sent.map(({ id, title, note }) => (
          <ListRow key={id}>
            <p className="row gap-2">
              <StatusPill field="acacia">{text.sent}</StatusPill>
              <span>
                {title}
                {note && ` · ${note}`}
              </span>
            </p>
          </ListRow>
        ))}
      </ul>
    </section>
  )
}
