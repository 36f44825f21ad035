import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pageOf } from '#content/entry/address.ts'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { text as uiText } from '#ui/text.ts'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import type { Route } from './+types/entry.page.ts'
import { ConsentRow } from './card.tsx'
import { ConsentForm } from './form.tsx'
import type { ConsentsOfEntry } from './schema.ts'
import { text } from './text.ts'
import { WithdrawButton } from './withdraw.tsx'

export const meta = titled(() => text.title)

/**
 * Shows the consents of an entry. Keepers read, record and edit them, authors record them, and people read those they
 * gave. Those who can read one can also withdraw it.
 */
export default function EntryConsents({ params: { id } }: Route.ComponentProps) {
  const records = useAnswer(['consent', 'of', id], (options) => api.consent.list({ id }, options), { retry: false })
  return (
    <div className="mid stack gap-5">
      {records.isError && !records.data && <h1>{text.title}</h1>}
      <Loaded query={records} loading={{ count: 2, label: text.loading }} failed={text.failed} missing={text.missing}>
        {(data) => <Records {...data} />}
      </Loaded>
    </div>
  )
}

function Records({ entry, items, may }: ConsentsOfEntry) {
  /** The id of the consent that is being corrected, or `new`. */
  const [writing, setWriting] = useState<string | 'new' | null>(null)
  const record = items.find(({ id }) => id === writing)
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
      {record || writing === 'new' ? (
        <Section id="form-title" title={record ? text.form.changeTitle : text.form.title} className="stack gap-5">
          <ConsentForm entryId={entry.id} record={record} onSubmitted={again} />
          <Button variant="text" onClick={() => setWriting(null)}>
            {uiText.cancel}
          </Button>
        </Section>
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
                      {may.includes('edit') && (
                        <Button variant="line" onClick={() => setWriting(record.id)}>
                          {uiText.edit}
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
          {may.includes('add') && (
            <p>
              <Button icon="plus" onClick={() => setWriting('new')}>
                {items.length ? text.addAnother : text.add}
              </Button>
            </p>
          )}
        </>
      )}
    </>
  )
}
