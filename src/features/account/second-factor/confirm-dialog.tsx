import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField } from '#ui/form/text-field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { hasPasskeys } from '#web/passkeys.ts'
import { useUser } from '#web/session/session.ts'
import { CodeField, type CodeKind, firstKind, SwitchKind } from './code-field.tsx'
import { askForPasskey } from './passkey/browser.ts'
import type { Factors } from './schema.ts'
import { text } from './text.ts'

const words = text.confirm
type Props = { onCancel: () => void; onConfirmed: () => void }

/** Asks for the password, and for the second factor if the account has one; or for a passkey alone. */
export function ConfirmDialog({ onCancel, onConfirmed }: Props) {
  const factors = useAnswer(['account', 'second-factors'], (options) => api.account.secondFactors({}, options), {
    staleTime: 0,
  })
  if (factors.data) return <Ask factors={factors.data} onCancel={onCancel} onConfirmed={onConfirmed} />
  return (
    <Dialog open slim onClose={onCancel} title={words.title}>
      <Loaded query={factors} loading={{ count: 1, label: words.loading }} failed={words.loadFailed} />
    </Dialog>
  )
}

type Proof = Parameters<typeof api.account.confirmIdentity>[0]

function Ask({ factors, onCancel, onConfirmed }: Props & { factors: Factors }) {
  const user = useUser()
  const methods = {
    passkey: factors.passkeys.length > 0,
    code: factors.authenticatorApp !== null,
    recoveryCode: factors.recoveryCodesLeft > 0,
  }
  const [kind, setKind] = useState<CodeKind | null>(firstKind(methods))
  const confirm = useMutation({
    mutationFn: async (proof: () => Promise<Proof>) => api.account.confirmIdentity(await proof()),
    onSuccess: onConfirmed,
  })
  const byPasskey = useMutation({
    async mutationFn(password: string) {
      const assertion = await askForPasskey(await api.account.confirmOptions({}))
      return api.account.confirmIdentity({ assertion, ...(password && { password }) })
    },
    onSuccess: onConfirmed,
  })
  const [password, setPassword] = useState('')
  const failed = confirm.error ?? byPasskey.error
  const issueOf = (name: string) =>
    failed instanceof ApiError ? failed.issues.find(({ path }) => path === name)?.message : undefined
  // If a passkey is the only second factor, the password alone is not enough.
  const withPassword = kind !== null || !methods.passkey

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (confirm.isPending) return
    const typed = String(new FormData(event.currentTarget).get(kind ?? '') ?? '')
    byPasskey.reset()
    confirm.mutate(async () => ({ password, ...(kind && { [kind]: typed }) }))
  }

  return (
    <Dialog
      open
      slim
      onClose={onCancel}
      dismissible={false}
      title={words.title}
      form={{ onSubmit: submit }}
      footer={
        <>
          <Button variant="line" onClick={onCancel}>
            {words.cancel}
          </Button>
          {withPassword && (
            <Button type="submit" busy={confirm.isPending}>
              {words.submit}
            </Button>
          )}
        </>
      }
    >
      <p>{words.lead}</p>
      {/* Tells password managers which account the password belongs to. */}
      <input hidden readOnly autoComplete="username" value={user?.email ?? ''} />
      {methods.passkey && hasPasskeys() && (
        <Button
          variant={withPassword ? 'line' : 'filled'}
          wide
          busy={byPasskey.isPending}
          onClick={() => {
            confirm.reset()
            byPasskey.mutate(password)
          }}
        >
          {text.login.usePasskey}
        </Button>
      )}
      {(withPassword || issueOf('password')) && (
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={issueOf('password')}
        />
      )}
      {kind && <CodeField key={kind} kind={kind} error={issueOf(kind)} />}
      <SwitchKind
        methods={methods}
        kind={kind}
        onChange={(next) => {
          setKind(next)
          confirm.reset()
        }}
      />
      <FormError title={failed ? words.failed : ''}>{failed?.message}</FormError>
    </Dialog>
  )
}
