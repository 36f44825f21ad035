import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { z } from 'zod'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { copyText, notify } from '#web/toasts.ts'
import type { AppSetup } from './schema.ts'
import { text } from './text.ts'

const words = text.app
type Props = { onDone: (recoveryCodes: string[] | null) => void }

/** A button and dialog to set up an authenticator app: members scan or type the secret, then type a first code. */
export function SetUpApp({ onDone }: Props) {
  const start = useMutation({
    mutationFn: () => api.account.startAuthenticatorApp({}),
    onError: (error) => notify.error(`${words.failed}. ${error.message}`),
  })
  return (
    <>
      <Button variant="line" busy={start.isPending} onClick={() => start.mutate()}>
        {words.add}
      </Button>
      {start.data && (
        <SetupDialog
          setup={start.data}
          onClose={() => start.reset()}
          onDone={(codes) => {
            start.reset()
            onDone(codes)
          }}
        />
      )}
    </>
  )
}

type Setup = z.infer<typeof AppSetup>

function SetupDialog({ setup, onClose, onDone }: Props & { setup: Setup; onClose: () => void }) {
  const confirm = useMutation({
    mutationFn: (code: string) => api.account.confirmAuthenticatorApp({ code }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  const issue = confirm.error instanceof ApiError ? confirm.error.issues[0] : undefined
  const { secret, address, qrCode } = setup
  // Groups of four are easier to type.
  const readable = secret.match(/.{1,4}/g)?.join(' ')

  function submit(event: FormEvent<HTMLFormElement>) {
    confirm.mutate(String(new FormData(event.currentTarget).get('code')))
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title={words.setupTitle}
      submit={words.confirm}
      busy={confirm.isPending}
      onSubmit={submit}
    >
      <p>{words.scan}</p>
      <img className="qr-code" src={qrCode} alt={words.qrAlt} width={208} height={208} />
      <p className="row">
        {words.onThisPhone}{' '}
        <ButtonLink variant="line" href={address}>
          {words.open}
        </ButtonLink>
      </p>
      <p>{words.typeSecret}</p>
      <p className="strong break">
        <code>{readable}</code>
      </p>
      <p>
        <Button variant="line" onClick={() => void copyText(secret, words.copied)}>
          {words.copy}
        </Button>
      </p>
      <TextField
        label={words.code}
        name="code"
        hint={words.codeHint}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        error={issue?.message}
      />
      <FormError title={confirm.isError ? words.failed : ''}>{confirm.error?.message}</FormError>
    </FormDialog>
  )
}
