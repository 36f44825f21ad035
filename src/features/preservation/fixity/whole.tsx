import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatBytes, formatDate } from '#ui/formats.ts'
import { Facts, ListRow } from '#ui/list.tsx'
import { Note } from '#ui/note.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import { useDateSetting } from '#web/preferences.ts'
import { text } from '../text.ts'
import type { DamagedFile } from './schema.ts'

/** How many originals were read whole, and which are damaged or missing. */
export function FilesAreWhole() {
  const heading = useId()
  const setting = useDateSetting()
  const state = useQuery({ queryKey: ['fixity'], queryFn: ({ signal }) => api.fixity.state({}, { signal }) })
  const known = state.data
  return (
    <section className="stack gap-3" aria-labelledby={heading}>
      <h2 className="t1 heavy" id={heading}>
        {text.whole}
      </h2>
      <p>{text.lead}</p>
      {state.isError && (
        <ErrorState title={text.failed} onRetry={() => state.refetch()} busy={state.isFetching}>
          {state.error.message}
        </ErrorState>
      )}
      {state.isPending && <Skeleton shape="list" count={3} label={text.loading} />}
      {known?.files === 0 && <p className="dim">{text.none}</p>}
      {known && known.files > 0 && (
        <Facts
          rows={[
            [text.originals, text.amount(known.files, formatBytes(known.bytes))],
            [text.read, String(known.read)],
            [text.unread, known.unread > 0 ? String(known.unread) : null],
            [
              text.oldest,
              known.oldestCheck && (
                <time key="at" dateTime={known.oldestCheck}>
                  {formatDate(known.oldestCheck, setting)}
                </time>
              ),
            ],
          ]}
        />
      )}
      {known && known.files > 0 && known.damaged === 0 && <p>{text.allWhole}</p>}
      {known && known.damaged > 0 && (
        <>
          <Note look="bad" icon="alert">
            <p className="strong">{text.damagedTitle(known.damaged)}</p>
            <p>{text.whatToDo}</p>
          </Note>
          <Damaged />
        </>
      )}
    </section>
  )
}

function Damaged() {
  const { list, items } = usePaged(
    ['fixity', 'damaged'],
    (page, options) => api.fixity.damaged({ limit: 20, ...page }, options),
    { staleTime: 0 },
  )
  return (
    <PagedList
      list={list}
      loading={<Skeleton shape="list" count={3} label={text.loading} />}
      failed={text.damagedFailed}
      none={<p>{text.allWhole}</p>}
    >
      {items.length > 0 && (
        <ul className="list">
          {items.map((file) => (
            <DamagedRow key={file.id} file={file} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function DamagedRow({ file: { damage, kind, name, size, entry, createdAt } }: { file: DamagedFile }) {
  const setting = useDateSetting()
  return (
    <ListRow>
      <p className="strong break">{entry ? <Link to={entry.url}>{entry.title}</Link> : text.hidden}</p>
      <p className="small dim break">
        {text.damage[damage]}. {text.file(text.kinds[kind], name, size === null ? '' : formatBytes(size))}.{' '}
        {text.arrived(formatDate(createdAt, setting))}.
      </p>
    </ListRow>
  )
}
