import { kindName } from '#content/entry/kind-names.ts'
import { formatDate } from '#ui/data/formats.ts'
import { Filter } from '#ui/form/choice.tsx'
import { Byline } from '#ui/list/byline.tsx'
import { StatusPill } from '#ui/list/labels.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { fresh, useAddressQuery, usePaged } from '#web/paged.ts'
import { useDateSetting, usePageSize } from '#web/preferences.ts'
import { Tombstone } from '../schema.ts'
import { text } from '../text.ts'

/** Lists deleted and withdrawn entries. The filter is in the address. */
export function Tombstones() {
  const [params, change] = useAddressQuery()
  const act = Tombstone.shape.act.safeParse(params.get('act')).data
  const paged = usePaged(['consent', 'ledger'], api.consent.tombstones, { act, limit: usePageSize(20) }, fresh)
  return (
    <div className="stack">
      <p>{text.ledgerLead}</p>
      <Filter name="act" label={text.show} value={act ?? ''} options={text.filters} change={change} />
      <PagedRows
        {...paged}
        loading={{ count: 3, label: text.loading }}
        failed={text.ledgerFailed}
        none={<EmptyState slim title={act ? text.ledgerNoneOf : text.ledgerNone} />}
        row={(line) => <Line key={line.id} line={line} />}
      />
    </div>
  )
}

function Line({ line: { at, type, title, act, hashes, actor, reason } }: { line: Tombstone }) {
  const name = kindName(type)
  return (
    <li className="stack gap-2">
      <h2 className="t1 break">
        {title ?? text.untitled(name)}{' '}
        <StatusPill field={act === 'withdrawn' ? 'ochre' : 'dusk'}>{text.acts[act]}</StatusPill>
      </h2>
      <p className="small dim">
        {[title && name, hashes.length > 0 && text.files(hashes.length)].filter(Boolean).join(', ')}
      </p>
      {reason && <p className="break">{text.reason(reason)}</p>}
      <Byline
        name={actor?.name ?? text.former}
        photo={actor?.avatar}
        date={formatDate(at, useDateSetting())}
        dateTime={at}
      />
    </li>
  )
}
