import { archiveTypes } from '#content/entry/archive.ts'
import { kindName } from '#content/entry/kind-names.ts'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { Options } from '#ui/form/options.tsx'
import queueCss from '#ui/list/queue.css?url'
import { AllDone } from '#ui/state/all-done.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import { text } from '../text.ts'
import type { Route } from './+types/queue.page.ts'
import { useConfirm } from './confirm.ts'
import { QueueList } from './list.tsx'

const ownPageSize = 20
const origins = ['members', 'research', 'returned'] as const

export const meta = titled(() => text.desk)
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: queueCss }]

export default function KeepersQueue() {
  return (
    <Desk title={text.desk}>
      <Waiting />
    </Desk>
  )
}

/** Shows the unconfirmed entries, filtered by type and origin; both filters are in the address. */
function Waiting() {
  const words = text.waiting
  const [params, change] = useAddressQuery()
  const type = archiveTypes.find((one) => one === params.get('type'))
  const origin = origins.find((one) => one === params.get('from'))
  const limit = usePageSize(ownPageSize)
  const filter = { type, ...(origin === 'returned' ? { view: origin } : { from: origin }) }
  const { list, items } = usePaged(
    ['queue', 'list', type, origin, limit],
    (page, options) => api.queue.list({ ...filter, limit, ...page }, options),
    { staleTime: 0 },
  )
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
        loading={{ count: 4, label: text.loading }}
        failed={words.failed}
        none={<AllDone title={type || origin ? words.noneOf : words.none}>{words.noneHint}</AllDone>}
      >
        {items.length > 0 && <QueueList items={items} confirm={confirm} undo={undo} />}
      </PagedList>
    </>
  )
}
