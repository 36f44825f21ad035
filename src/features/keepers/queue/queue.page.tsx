import { archiveTypes } from '#content/entry/archive.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import { Desk } from '../desk.tsx'
import { text } from '../text.ts'
import type { Route } from './+types/queue.page.ts'
import { useConfirm } from './confirm.ts'
import { QueueList } from './list.tsx'

const ownPageSize = 20
const from = ['members', 'research', 'returned'] as const

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.desk} | ${matches[0].loaderData?.siteName}` }]
}

export default function KeepersQueue() {
  return (
    <Desk title={text.desk}>
      <Waiting />
    </Desk>
  )
}

/** What no keeper has confirmed, narrowed by kind and by who gave it; both live in the address. */
function Waiting() {
  const words = text.waiting
  const [params, change] = useAddressQuery()
  const type = archiveTypes.find((one) => one === params.get('type'))
  const given = from.find((one) => one === params.get('from'))
  const limit = usePageSize(ownPageSize)
  const asked = { type, ...(given === 'returned' ? { view: given } : { from: given }) }
  const { list, items } = usePaged(
    ['queue', 'list', type, given, limit],
    (page, options) => api.queue.list({ ...asked, limit, ...page }, options),
    { staleTime: 0 },
  )
  const { confirm, undo, busy } = useConfirm()
  return (
    <>
      <p>{words.lead}</p>
      <div className="row tools">
        <select aria-label={words.type} value={type ?? ''} onChange={({ target }) => change({ type: target.value })}>
          <option value="">{words.allTypes}</option>
          {archiveTypes.map((one) => (
            <option key={one} value={one}>
              {text.types[one]}
            </option>
          ))}
        </select>
        <select aria-label={words.from} value={given ?? ''} onChange={({ target }) => change({ from: target.value })}>
          <option value="">{words.anyone}</option>
          {from.map((one) => (
            <option key={one} value={one}>
              {words[one]}
            </option>
          ))}
        </select>
      </div>
      <PagedList
        list={list}
        loading={<Skeleton shape="list" count={4} label={text.loading} />}
        failed={words.failed}
        none={
          <EmptyState slim title={type || given ? words.noneOf : words.none}>
            {words.noneHint}
          </EmptyState>
        }
      >
        {items.length > 0 && (
          <>
            <QueueList items={items} confirm={confirm} undo={undo} />
            <Button variant="line" busy={busy} onClick={() => confirm(items)}>
              {words.confirmAll(items.length)}
            </Button>
          </>
        )}
      </PagedList>
    </>
  )
}
