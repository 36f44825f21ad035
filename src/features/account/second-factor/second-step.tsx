import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { api } from '#web/api.ts'
import type { SecondFactorNeeded } from '../schema.ts'
import type { useSignIn } from '../use-sign-in.ts'
import { CodeField, type CodeKind, firstKind, SwitchKind } from './code-field.tsx'
import { askForPasskey, hasPasskeys } from './passkey/browser.ts'
import { text } from './text.ts'

const words = text.login

type Props = Pick<ReturnType<typeof useSignIn>, 'failure' | 'signIn' | 'setFailure'> & {
  step: SecondFactorNeeded
  onStartAgain: () => void
}

/** The second step of a login: a code, a recovery code or a passkey. */
export function SecondStep({ step: { ticket, methods }, failure, setFailure, signIn, onStartAgain }: Props) {
  const [kind, setKind] = useState<CodeKind | null>(firstKind(methods))
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null)
  const [issue, setIssue] = useState<string>()
  const withPasskey = methods.passkey && hasPasskeys()

  async function send(how: 'code' | 'passkey', call: Parameters<typeof signIn>[0]) {
    if (busy) return
    setBusy(how)
    setIssue(undefined)
    const issues = await signIn(call)
    setIssue(issues?.find(({ path }) => path === kind)?.message)
    // After success the page is about to change, so the button stays busy.
    if (issues) setBusy(null)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('code'))
    if (kind) void send('code', () => api.account.signInWithSecondFactor({ ticket, [kind]: typed }))
  }

  const passkey = () =>
    send('passkey', async () => {
      const assertion = await askForPasskey(await api.account.secondFactorOptions({ ticket }))
      return api.account.signInWithSecondFactor({ ticket, assertion })
    })

  return (
    <CheckedForm className="stack" onSubmit={submit}>
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      {kind && <CodeField key={kind} kind={kind} error={issue} autoFocus />}
      <FormError title={failure?.title}>{failure?.message}</FormError>
      {kind && (
        <Button type="submit" wide busy={busy === 'code'}>
          {words.submit}
        </Button>
      )}
      {withPasskey && (
        <Button variant={kind ? 'line' : 'filled'} wide busy={busy === 'passkey'} onClick={passkey}>
          {words.usePasskey}
        </Button>
      )}
      <SwitchKind
        methods={methods}
        kind={kind}
        onChange={(next) => {
          setKind(next)
          setIssue(undefined)
          setFailure(null)
        }}
      />
      <p className="small dim">{words.lost}</p>
      <p>
        <Button variant="text" onClick={onStartAgain}>
          {words.startAgain}
        </Button>
      </p>
    </CheckedForm>
  )
}
