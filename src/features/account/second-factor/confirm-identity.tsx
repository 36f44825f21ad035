import { useEffect, useState } from 'react'
import { useLazy } from '#ui/state/lazy.ts'
import { askForSignInBy } from '#web/session/recent-sign-in.ts'

const dialog = () => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog)

/** Asks members to confirm their identity if a request requires it. The dashboard's layout renders this once. */
export function ConfirmIdentity() {
  const [answer, setAnswer] = useState<{ resolve: (confirmed: boolean) => void } | null>(null)
  const { part: ConfirmDialog, failed } = useLazy(dialog, answer !== null)
  useEffect(() => askForSignInBy(() => new Promise((resolve) => setAnswer({ resolve }))), [])
  useEffect(() => {
    // If the dialog can't be loaded, the request fails with the server's message.
    if (failed) answer?.resolve(false)
  }, [failed, answer])

  if (!answer || !ConfirmDialog) return null
  function close(confirmed: boolean) {
    answer?.resolve(confirmed)
    setAnswer(null)
  }
  return <ConfirmDialog onCancel={() => close(false)} onConfirmed={() => close(true)} />
}
