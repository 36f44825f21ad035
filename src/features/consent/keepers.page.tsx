import { consentsPage } from '#content/entry/address.ts'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { ListRow } from '#ui/list/list.tsx'
import { Tabs } from '#ui/list/tabs.tsx'
import { AllDone } from '#ui/state/all-done.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { fresh, useAddressQuery, usePaged } from '#web/paged.ts'
import { useDateSetting, usePageSize } from '#web/preferences.ts'
import { Tombstones } from './ledger/list.tsx'
import { text } from './text.ts'

type View = 'due' | 'ledger'

export const meta = titled(() => text.keepers)

/** Shows the consents that are due for review, and the deleted and withdrawn entries. */
export default function KeepersConsents() {
  const [params, change] = useAddressQuery()
  const view: View = params.get('tab') === 'ledger' ? 'ledger' : 'due'
  return (
    <Desk title={text.keepers}>
      <Tabs<View>
        slim
        label={text.keepers}
        value={view}
        onChange={(tab) => change({ tab: tab === 'due' ? '' : tab, act: '' })}
        tabs={[
          { value: 'due', label: text.tabs.due, panel: <DueReviews /> },
          { value: 'ledger', label: text.tabs.ledger, panel: <Tombstones /> },
        ]}
      />
    </Desk>
  )
}

function DueReviews() {
  const setting = useDateSetting()
  const paged = usePaged(['consent', 'due'], api.consent.due, { limit: usePageSize(20) }, fresh)
  return (
    <div className="stack">
      <p>{text.dueLead}</p>
      <PagedRows
        {...paged}
        loading={{ count: 3, label: text.loading }}
        failed={text.dueFailed}
        none={<AllDone title={text.dueNone} />}
        row={({ id, entry, givenBy, reviewAt }) => (
          <ListRow
            key={id}
            action={
              <ButtonLink variant="soft" to={consentsPage(entry)}>
                {text.open}
                <span className="sr">{text.openOf(entry.title)}</span>
              </ButtonLink>
            }
          >
            <p className="strong break">{givenBy}</p>
            <p className="break">{entry.title}</p>
            {reviewAt && <p className="small dim">{text.dueSince(formatDate(reviewAt, setting))}</p>}
          </ListRow>
        )}
      />
    </div>
  )
}
