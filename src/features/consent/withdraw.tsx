import { useState } from 'react'
import { TextArea } from '#ui/form/text-field.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/toasts.ts'
import type { Consent } from './schema.ts'
import { text } from './text.ts'

/** Asks for confirmation and an optional reason, then withdraws the consent, which deletes the entry. */
export function WithdrawButton({ record, onWithdrawn }: { record: Consent; onWithdrawn: () => void }) {
  const [reason, setReason] = useState('')
  async function withdraw() {
    await api.consent.withdraw({ id: record.id, reason })
    notify.success(text.withdrawn)
    onWithdrawn()
  }
  return (
    <ConfirmButton
      label={text.withdraw}
      of={text.withdrawOf(record.givenBy)}
      title={text.withdrawTitle}
      act={withdraw}
      body={
        <TextArea
          label={text.withdrawReason}
          hint={text.withdrawReasonHint}
          optional
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      }
    >
      {text.withdrawBody(record.entry.title)}
    </ConfirmButton>
  )
}
