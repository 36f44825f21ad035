import { Tabs } from '#ui/tabs.tsx'
import { useAddressQuery } from '#web/paged.ts'
import { Desk } from '../keepers/desk.tsx'
import type { Route } from './+types/keepers.page.ts'
import { Due } from './due.tsx'
import { Tombstones } from './ledger/list.tsx'
import { text } from './text.ts'

type View = 'due' | 'ledger'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.keepers} | ${matches[0].loaderData?.siteName}` }]
}

/** Whom to ask again, and what is no more. */
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
          { value: 'due', label: text.tabs.due, panel: <Due /> },
          { value: 'ledger', label: text.tabs.ledger, panel: <Tombstones /> },
        ]}
      />
    </Desk>
  )
}
