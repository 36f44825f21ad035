import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { Tabs } from '#ui/list/tabs.tsx'
import { titled } from '#web/head.ts'
import { useAddressQuery } from '#web/paged.ts'
import { Tombstones } from './ledger/list.tsx'
import { DueReviews } from './reviews.tsx'
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
