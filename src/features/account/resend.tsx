import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/toasts.ts'
import { text } from './text.ts'

/** The button that sends the confirmation email again. */
export function Resend({ label }: { label: string }) {
  const [busy, setBusy] = useState(false)
  async function resend() {
    setBusy(true)
    try {
      const { sent, email } = await api.account.resendVerification({})
      notify.success(sent ? text.resent(email) : text.nothingToConfirm)
    } catch (error) {
      notify.error(error instanceof Error ? error.message : text.resendFailed)
    }
    setBusy(false)
  }
  return (
    <Button variant="line" busy={busy} onClick={resend}>
      {label}
    </Button>
  )
}
