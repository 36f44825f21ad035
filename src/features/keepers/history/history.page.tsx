import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pageOf } from '#content/entry/address.ts'
import { Lines } from '#content/entry/page/lines.tsx'
import type { Entry, VersionRecord } from '#content/entry/schema.ts'
import { useLanguageName } from '#content/language/use-language-name.ts'
import { MediaPlayer } from '#content/media/page/player.tsx'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Difference } from '#ui/data/difference.tsx'
import { formatDateTime } from '#ui/data/formats.ts'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { fresh, usePaged } from '#web/paged.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import { fieldName, inOrder, plain } from '../own-fields.tsx'
import { text } from '../text.ts'
import type { Route } from './+types/history.page.ts'
import type { FullVersion, Version } from './schema.ts'

export const meta = titled(() => text.history.title)

export default function HistoryPage({ params: { id } }: Route.ComponentProps) {
  return (
    <Desk title={text.history.title}>
      <Versions id={id} />
    </Desk>
  )
}

/** Lists all versions of an entry, newest first. */
function Versions({ id }: { id: string }) {
  const words = text.history
  const { list, items: versions } = usePaged(['history', id, 'list'], api.history.list, { id, limit: 20 }, fresh)
  const entry = list.data?.pages[0]?.entry
  return (
    <PagedList list={list} loading={{ count: 4 }} failed={words.failed} none={null}>
      {entry && (
        <div className="stack gap-3">
          <h2 className="t2 break">{words.of(entry.title)}</h2>
          <p>{words.lead}</p>
          <ButtonLink variant="line" href={pageOf(entry)}>
            {words.entry}
          </ButtonLink>
          {versions.length === 0 && <EmptyState slim title={words.none} />}
          <ol className="list" aria-label={words.list}>
            {versions.map((version, at) => (
              <VersionRow key={version.number} entry={entry} version={version} newest={at === 0} />
            ))}
          </ol>
        </div>
      )}
    </PagedList>
  )
}

type Props = { entry: Entry; version: Version; newest: boolean }

/** Shows a version with its author and time, and a button that shows its differences below. */
function VersionRow({ entry, version, newest }: Props) {
  const words = text.history
  const { number, act, actor, at, changed } = version
  const [open, setOpen] = useState(false)
  const when = formatDateTime(at, useDateSetting())
  const screenReaderDate = <span className="sr">: {when}</span>
  return (
    <li className="stack gap-3">
      <div>
        <p>
          <b>{words.acts[act]}</b> <span className="break">{actor ? words.by(actor.name) : words.bySite}</span>
        </p>
        <p className="small dim">
          <time dateTime={at}>{when}</time>
          {newest && ` · ${words.now}`}
        </p>
        {number > 1 && changed.length > 0 && (
          <p className="small dim break">{words.changed(inOrder(changed).map(fieldName).join(', '))}</p>
        )}
      </div>
      <div className="row">
        <Button variant="soft" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.close : words.open}
          {screenReaderDate}
        </Button>
        {!newest && <Restore entry={entry} number={number} when={when} />}
      </div>
      {open && <Changes id={entry.id} number={number} />}
    </li>
  )
}

function Restore({ entry: { id, updatedAt }, number, when }: { entry: Entry; number: number; when: string }) {
  const words = text.history
  const queryClient = useQueryClient()
  return (
    <ConfirmButton
      label={words.restore}
      of={when}
      title={words.restoreTitle}
      act={async () => {
        try {
          await api.history.restore({ id, number, updatedAt })
          notify.success(words.restored)
        } finally {
          // Everything is reloaded, because the text was restored or someone else has changed the entry.
          void queryClient.invalidateQueries()
        }
      }}
    >
      {words.restoreBody}
    </ConfirmButton>
  )
}

/** Shows the differences between a version and the previous one, by field. */
function Changes({ id, number }: { id: string; number: number }) {
  const words = text.history
  const version = useAnswer(['history', id, 'version', number], (options) => api.history.get({ id, number }, options))
  if (!version.data) return <Loaded query={version} loading={{ count: 2 }} failed={words.versionFailed} />
  return (
    <dl className="stack block quiet">
      {inOrder(version.data.changed).map((column) => (
        <div key={column} className="stack gap-1">
          <dt className="small strong">{fieldName(column)}</dt>
          <dd>
            <Change column={column} version={version.data} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const fileColumns = ['cover_id', 'files', 'returned_voice']
const moments = /_at$/

function Change({ column, version }: { column: string; version: FullVersion }) {
  const words = text.history
  const setting = useDateSetting()
  const nameOf = useLanguageName()
  const { record, before, files } = version
  if (fileColumns.includes(column))
    return (
      <div className="stack gap-3">
        {before && <Files title={words.before} listed={before[column]} files={files} />}
        <Files title={words.after} listed={record[column]} files={files} />
      </div>
    )
  const format = (value: unknown) => {
    if (column === 'language' && typeof value === 'string') return nameOf(value)
    return moments.test(column) && typeof value === 'string' ? formatDateTime(value, setting) : plain(column, value)
  }
  const [was, is] = [format(before?.[column]), format(record[column])]
  if (!before) return <Lines>{is}</Lines>
  if (was === is) return <p className="dim">{words.formatting}</p>
  return <Difference before={was} after={is} />
}

type FilesProps = { title: string; listed: unknown; files: FullVersion['files'] }

function Files({ title, listed, files }: FilesProps) {
  const words = text.history
  const list = Array.isArray(listed)
    ? (listed as VersionRecord['files'])
    : typeof listed === 'string'
      ? [{ id: listed, label: '' }]
      : []
  return (
    <div className="stack gap-1">
      <p className="small dim">{title}</p>
      {list.length === 0 && <p className="dim">{words.empty}</p>}
      {list.map(({ id, label }) => {
        const file = files.find((one) => one.id === id)
        return (
          <figure key={id} className="stack gap-1 slim-media">
            {file ? <MediaPlayer file={file} title={label || title} sizes="320px" /> : <p>{words.fileGone}</p>}
            {label && <figcaption className="small dim break">{label}</figcaption>}
          </figure>
        )
      })}
    </div>
  )
}
