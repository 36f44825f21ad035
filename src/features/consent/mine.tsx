import { useQueryClient } from '@tanstack/react-query'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import { ConsentRow } from './card.tsx'
import { TakeBackButton } from './less.tsx'
import { text } from './text.ts'
import { WithdrawButton } from './withdraw.tsx'

const pageSize = 10

/** What the member agreed to, each to be narrowed or withdrawn. */
export function Agreements() {
  const queryClient = useQueryClient()
  const { list, items } = usePaged(['consent', 'mine'], (page, options) =>
    api.consent.mine({ limit: pageSize, ...page }, options),
  )
  const again = () => queryClient.invalidateQueries()
  return (
    <section className="stack" aria-labelledby="agreements">
      <h2 className="t2" id="agreements">
        {text.mine}
      </h2>
      <p>{text.mineLead}</p>
      <PagedList
        list={list}
        loading={<Skeleton shape="list" count={1} label={text.loading} />}
        failed={text.mineFailed}
        none={<p className="dim">{text.mineNone}</p>}
      >
        {items.length > 0 && (
          <ul className="list">
            {items.map((record) => (
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
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
