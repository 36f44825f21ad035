import { consentsPage } from '#content/entry/address.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/formats.ts'
import { ListRow } from '#ui/list.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import { useDateSetting, usePageSize } from '#web/preferences.ts'
import { text } from './text.ts'

const ownPageSize = 20

/** The consents whose day has come. */
export function Due() {
  const limit = usePageSize(ownPageSize)
  const setting = useDateSetting()
  const { list, items } = usePaged(
    ['consent', 'due', limit],
    (page, options) => api.consent.due({ limit, ...page }, options),
    { staleTime: 0 },
  )
  return (
    <div className="stack">
      <p>{text.dueLead}</p>
      <PagedList
        list={list}
        loading={<Skeleton shape="list" count={3} label={text.loading} />}
        failed={text.dueFailed}
        none={<EmptyState slim title={text.dueNone} />}
      >
        {items.length > 0 && (
          <ul className="list">
            {items.map(({ id, entry, givenBy, reviewAt }) => (
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
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}
