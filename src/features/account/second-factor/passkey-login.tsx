import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { api } from '#web/api.ts'
import type { useSignIn } from '../use-sign-in.ts'
import { askForPasskey, hasPasskeys } from './passkey/browser.ts'
import { text } from './text.ts'

/** Logs in with a passkey alone. Renders nothing if the browser doesn't support passkeys. */
export function PasskeyLogin({ signIn }: Pick<ReturnType<typeof useSignIn>, 'signIn'>) {
  const [possible, setPossible] = useState(false)
  const [busy, setBusy] = useState(false)
  // Only the browser knows whether passkeys work, so the button appears after hydration.
  useEffect(() => setPossible(hasPasskeys()), [])

  async function logIn() {
    setBusy(true)
    const issues = await signIn(async () => {
      const assertion = await askForPasskey(await api.account.passkeyOptions({}))
      return api.account.signInWithPasskey({ assertion })
    })
    if (issues) setBusy(false)
  }

  if (!possible) return null
  return (
    <Button variant="line" wide busy={busy} onClick={logIn}>
      {text.login.withPasskey}
    </Button>
  )
}
