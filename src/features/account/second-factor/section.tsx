import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import type { z } from 'zod'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { Icon } from '#ui/drawing/icon.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { saveFile } from '#web/download.ts'
import { ApiError } from '#web/errors.ts'
import { hasPasskeys } from '#web/passkeys.ts'
import { useDateSetting } from '#web/preferences.ts'
import { useSite } from '#web/site.ts'
import { copyText, notify } from '#web/toasts.ts'
import { AddPasskey, RenamePasskey } from './passkey-dialogs.tsx'
import type { AppSetup, Factors } from './schema.ts'
import { text } from './text.ts'

const queryKey = ['account', 'second-factors']

/** The section of Settings for passkeys, the authenticator app and recovery codes. */
export function SecondFactorSection() {
  const heading = useId()
  const queryClient = useQueryClient()
  const [toSave, setToSave] = useState<{ codes: string[]; message: string } | null>(null)
  const factors = useAnswer(queryKey, (options) => api.account.secondFactors({}, options))

  /** @param recoveryCodes new codes to show, if there are any */
  function changed(message: string, recoveryCodes?: string[] | null) {
    // The message would cover the codes, so it appears after their dialog is closed.
    if (recoveryCodes) setToSave({ codes: recoveryCodes, message })
    else notify.success(message)
    // The change can turn on or off a role that requires a second factor.
    void queryClient.invalidateQueries({ queryKey: ['account', 'profile'] })
    void queryClient.invalidateQueries({ queryKey })
    document.getElementById(heading)?.focus()
  }

  return (
    <section className="stack gap-3" aria-labelledby={heading}>
      <h2 className="t2" id={heading} tabIndex={-1}>
        {text.title}
      </h2>
      <p>{text.lead}</p>
      <Loaded query={factors} loading={{ count: 2, label: text.loading }} failed={text.loadFailed}>
        {(data) => <List factors={data} onChanged={changed} />}
      </Loaded>
      {toSave && (
        <RecoveryCodes
          codes={toSave.codes}
          onClose={() => {
            setToSave(null)
            notify.success(toSave.message)
          }}
        />
      )}
    </section>
  )
}

type Changed = (message: string, recoveryCodes?: string[] | null) => void

function List({ factors, onChanged }: { factors: Factors; onChanged: Changed }) {
  const { passkeys, authenticatorApp, recoveryCodesLeft, requiredBy } = factors
  const [passkeysPossible, setPasskeysPossible] = useState(true)
  useEffect(() => setPasskeysPossible(hasPasskeys()), [])
  const count = passkeys.length + (authenticatorApp ? 1 : 0)
  const last = count === 1 ? ` ${text.lastOne}` : ''

  async function makeCodes() {
    const { recoveryCodes } = await api.account.makeRecoveryCodes({})
    onChanged(text.codes.made, recoveryCodes)
  }

  return (
    <>
      {count === 0 && (
        <Note look={requiredBy.length ? 'ringed' : 'quiet'} icon="keep">
          {requiredBy.length ? text.required(requiredBy.map((role) => text.roles[role]).join(', ')) : text.off}
        </Note>
      )}
      <ul className="list">
        {passkeys.map(({ id, name, isSynced, createdAt, lastUsedAt }) => (
          <Factor
            key={id}
            icon="keep"
            name={name}
            createdAt={createdAt}
            lastUsedAt={lastUsedAt}
            more={isSynced ? text.passkey.synced : undefined}
            action={
              <div className="row gap-2">
                <RenamePasskey id={id} name={name} onRenamed={() => onChanged(text.passkey.renamed)} />
                <ConfirmButton
                  label={text.passkey.remove}
                  of={text.passkey.of(name)}
                  title={text.passkey.removeTitle}
                  act={async () => {
                    await api.account.removePasskey({ id })
                    onChanged(text.passkey.removed)
                  }}
                >
                  {text.passkey.removeBody(name) + last}
                </ConfirmButton>
              </div>
            }
          />
        ))}
        {authenticatorApp && (
          <Factor
            icon="phone"
            name={text.app.name}
            {...authenticatorApp}
            action={
              <ConfirmButton
                label={text.app.remove}
                of={text.passkey.of(text.app.name)}
                title={text.app.removeTitle}
                act={async () => {
                  await api.account.removeAuthenticatorApp({})
                  onChanged(text.app.removed)
                }}
              >
                {text.app.removeBody + last}
              </ConfirmButton>
            }
          />
        )}
        <li className="row split">
          <p className="grow-words">{passkeysPossible ? text.passkey.hint : text.passkey.impossible}</p>
          {passkeysPossible && <AddPasskey onAdded={(codes) => onChanged(text.passkey.done, codes)} />}
        </li>
        {!authenticatorApp && (
          <li className="row split">
            <p className="grow-words">{text.app.hint}</p>
            <SetUpApp onDone={(codes) => onChanged(text.app.done, codes)} />
          </li>
        )}
        {count > 0 && (
          <li className="row split">
            <div className="grow-words">
              <p className="strong">
                {text.codes.name}: {text.codes.left(recoveryCodesLeft)}
              </p>
              <p className="small dim">{text.codes.hint}</p>
            </div>
            <ConfirmButton label={text.codes.make} title={text.codes.makeTitle} act={makeCodes}>
              {text.codes.makeBody}
            </ConfirmButton>
          </li>
        )}
      </ul>
    </>
  )
}

type FactorProps = {
  icon: 'keep' | 'phone'
  name: string
  createdAt: string
  lastUsedAt: string | null
  more?: string | undefined
  action: ReactNode
}

function Factor({ icon, name, createdAt, lastUsedAt, more, action }: FactorProps) {
  const setting = useDateSetting()
  const used = lastUsedAt ? text.lastUsed(formatDate(lastUsedAt, setting)) : text.neverUsed
  return (
    <ListRow lead={<Icon name={icon} />} action={action}>
      <p className="strong break">{name}</p>
      <p className="small dim">{[text.added(formatDate(createdAt, setting)), used, more].filter(Boolean).join(', ')}</p>
    </ListRow>
  )
}

/** Shows new recovery codes. They are never shown again. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const words = text.codes
  const site = useSite()
  const lines = codes.join('\n')

  function save() {
    const title = words.fileTitle(site?.siteName ?? location.host)
    saveFile(new Blob([`${title}\n${location.origin}\n\n${lines}\n`], { type: 'text/plain' }), words.file)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      title={words.title}
      footer={<Button onClick={onClose}>{words.saved}</Button>}
    >
      <p>{words.body}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="row">
        <Button variant="line" onClick={() => void copyText(lines, words.copied)}>
          {words.copy}
        </Button>
        <Button variant="line" onClick={save}>
          {words.download}
        </Button>
      </p>
    </Dialog>
  )
}

const words = text.app
type Props = { onDone: (recoveryCodes: string[] | null) => void }

/** A button and dialog to set up an authenticator app: members scan or type the secret, then type a first code. */
function SetUpApp({ onDone }: Props) {
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
