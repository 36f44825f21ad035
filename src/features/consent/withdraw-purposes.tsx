import { useState } from 'react'
import { Checkbox } from '#ui/form/text-field.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/toasts.ts'
import { outcomeOf } from './after-saving.ts'
import type { Consent } from './schema.ts'
import { text } from './text.ts'

/** Lets people withdraw individual purposes of a consent they gave. */
export function TakeBackButton({ record, onChanged }: { record: Consent; onChanged: () => void }) {
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
