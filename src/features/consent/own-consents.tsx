import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import { notify } from '#web/toasts.ts'
import { outcomeOf } from './after-saving.ts'
import { ConsentRow } from './card.tsx'
import type { Consent } from './schema.ts'
import { text } from './text.ts'
import { WithdrawButton } from './withdraw.tsx'

/** Lists the consents that the member gave, with buttons to limit or withdraw them. */
export function Agreements() {
  const queryClient = useQueryClient()
  const paged = usePaged(['consent', 'mine'], api.consent.mine, { limit: 10 })
  const again = () => queryClient.invalidateQueries()
  return (
    <Section id="agreements" title={text.mine}>
      <p>{text.mineLead}</p>
      <PagedRows
        {...paged}
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

/** Lets people withdraw individual purposes of a consent they gave. */
function TakeBackButton({ record, onChanged }: { record: Consent; onChanged: () => void }) {
  const [left, setLeft] = useState(record.purposes)
  async function save() {
    notify.success(outcomeOf(await api.consent.update({ id: record.id, purposes: left }, { changedFrom: null })))
    onChanged()
  }
  return (
    <ConfirmButton
      label={text.less}
      of={text.lessOf(record.givenBy)}
      title={text.lessTitle}
      act={save}
      body={
        <div>
          {record.purposes.map((purpose) => (
            <Checkbox
              key={purpose}
              label={text.purposes[purpose]}
              checked={left.includes(purpose)}
              onChange={({ target }) =>
                setLeft(record.purposes.filter((one) => (one === purpose ? target.checked : left.includes(one))))
              }
            />
          ))}
        </div>
      }
    >
      {text.lessHint}
    </ConfirmButton>
  )
}
