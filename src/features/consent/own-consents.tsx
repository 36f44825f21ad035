import { useQueryClient } from '@tanstack/react-query'
import { Section } from '#ui/layout/section.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import { ConsentRow } from './card.tsx'
import { text } from './text.ts'
import { WithdrawButton } from './withdraw.tsx'
import { TakeBackButton } from './withdraw-purposes.tsx'

const pageSize = 10

/** Lists the consents that the member gave, with buttons to limit or withdraw them. */
export function Agreements() {
  const queryClient = useQueryClient()
  const { list, items } = usePaged(['consent', 'mine'], (page, options) =>
    api.consent.mine({ limit: pageSize, ...page }, options),
  )
  const again = () => queryClient.invalidateQueries()
  return (
    <Section id="agreements" title={text.mine}>
      <p>{text.mineLead}</p>
      <PagedRows
        list={list}
        items={items}
        loading={{ count: 1, label: text.loading }}
        failed={text.mineFailed}
        none={<p className="dim">{text.mineNone}</p>}
        row={(record) => (
          <ConsentRow
            key={record.id}
            record={record}
            level={3}
            title={record.entry.title}
            actions={
              <>
                {record.purposes.length > 1 && <TakeBackButton record={record} onChanged={again} />}
                <WithdrawButton record={record} onWithdrawn={again} />
              </>
            }
          />
        )}
      />
    </Section>
  )
}
