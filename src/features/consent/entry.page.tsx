import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pageOf } from '#content/entry/address.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { useHasRole } from '#web/session.ts'
import type { Route } from './+types/entry.page.ts'
import { ConsentRow } from './card.tsx'
import { ConsentForm } from './form.tsx'
import type { Consent } from './schema.ts'
import { text } from './text.ts'
import { WithdrawButton } from './withdraw.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** What the people in an entry agreed to: keepers read and write it, its author writes, the givers read their own. */
export default function EntryConsents({ params: { id } }: Route.ComponentProps) {
  const records = useQuery({
    queryKey: ['consent', 'of', id],
    queryFn: ({ signal }) => api.consent.list({ id }, { signal }),
    retry: false,
  })
  const gone = records.error instanceof ApiError && records.error.status === 404
  return (
    <div className="mid stack gap-5">
      {records.isPending && <Skeleton shape="list" count={2} label={text.loading} />}
      {records.isError && !records.data && (
        <>
          <h1>{text.title}</h1>
          <ErrorState title={gone ? text.missing : text.failed} onRetry={gone ? undefined : () => records.refetch()}>
            {gone ? undefined : records.error.message}
          </ErrorState>
        </>
      )}
      {records.data && <Records {...records.data} />}
    </div>
  )
}

function Records({ entry, items }: { entry: Consent['entry']; items: Consent[] }) {
  const isKeeper = useHasRole('keeper')
  const [writing, setWriting] = useState<Consent | 'new' | null>(null)
  const [withdrawn, setWithdrawn] = useState(false)
  const queryClient = useQueryClient()
  function again() {
    setWriting(null)
    void queryClient.invalidateQueries({ queryKey: ['consent'] })
  }
  if (withdrawn)
    return (
      <>
        <h1>{text.title}</h1>
        <EmptyState slim title={text.withdrawn} />
      </>
    )
  return (
    <>
      <p>
        <a className="back" href={pageOf(entry)}>
          {text.back}
        </a>
      </p>
      <h1 className="break">{text.of(entry.title)}</h1>
      <p>{text.private}</p>
      {writing ? (
        <section className="stack gap-5" aria-labelledby="form-title">
          <h2 className="t2" id="form-title">
            {writing === 'new' ? text.form.title : text.form.changeTitle}
          </h2>
          <ConsentForm entryId={entry.id} record={writing === 'new' ? undefined : writing} onSubmitted={again} />
          <Button variant="text" onClick={() => setWriting(null)}>
            {text.cancel}
          </Button>
        </section>
      ) : (
        <>
          {items.length === 0 && (
            <EmptyState slim title={text.none}>
              {text.noneHint}
            </EmptyState>
          )}
          {items.length > 0 && (
            <ul className="list">
              {items.map((record) => (
                <ConsentRow
                  key={record.id}
                  record={record}
                  level={2}
                  title={record.givenBy}
                  actions={
                    <>
                      {isKeeper && (
                        <Button variant="line" onClick={() => setWriting(record)}>
                          {text.change}
                          <span className="sr">{text.changeOf(record.givenBy)}</span>
                        </Button>
                      )}
                      <WithdrawButton
                        record={record}
                        onWithdrawn={() => {
                          queryClient.clear()
                          setWithdrawn(true)
                        }}
                      />
                    </>
                  }
                />
              ))}
            </ul>
          )}
          <p>
            <Button icon="plus" onClick={() => setWriting('new')}>
              {items.length ? text.addAnother : text.add}
            </Button>
          </p>
        </>
      )}
    </>
  )
}
