import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { fieldsOf } from '#web/fields.ts'
import { createPasskey } from './passkey/browser.ts'
import { PasskeyName } from './schema.ts'
import { text } from './text.ts'

const words = text.passkey
type AddProps = { onAdded: (recoveryCodes: string[] | null) => void }

/** A button and dialog that add a passkey from this device or one nearby. */
export function AddPasskey({ onAdded }: AddProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="line" onClick={() => setOpen(true)}>
        {words.add}
      </Button>
      {open && (
        <AddDialog
          onClose={() => setOpen(false)}
          onAdded={(codes) => {
            setOpen(false)
            onAdded(codes)
          }}
        />
      )}
    </>
  )
}

function AddDialog({ onClose, onAdded }: AddProps & { onClose: () => void }) {
  const add = useMutation({
    async mutationFn(name: string) {
      const attestation = await createPasskey(await api.account.startPasskey({}))
      return api.account.addPasskey({ attestation, ...(name && { name }) })
    },
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    add.mutate(String(new FormData(event.currentTarget).get('name')).trim())
  }

  return (
    <FormDialog
      open
      slim
      onClose={onClose}
      title={words.addTitle}
      submit={words.continue}
      busy={add.isPending}
      onSubmit={submit}
    >
      <p>{words.addBody}</p>
      <TextField label={words.name} name="name" hint={words.nameHint} optional maxLength={60} autoComplete="off" />
      <FormError title={add.isError ? words.failed : ''}>{add.error?.message}</FormError>
    </FormDialog>
  )
}

type RenameProps = { id: string; name: string; onRenamed: () => void }

/** A button and dialog that rename a passkey. */
export function RenamePasskey(props: RenameProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="line" onClick={() => setOpen(true)}>
        {words.rename}
        <span className="sr"> {words.of(props.name)}</span>
      </Button>
      {open && <RenameDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function RenameDialog({ id, name, onRenamed, onClose }: RenameProps & { onClose: () => void }) {
  const [failure, setFailure] = useState('')
  const form = useForm({
    defaultValues: { name },
    resolver: zodResolver(PasskeyName.pick({ name: true })),
  })
  const { handleSubmit, setError, formState } = form
  const field = fieldsOf(form)

  async function send(values: { name: string }) {
    setFailure('')
    try {
      await api.account.renamePasskey({ id, ...values })
      onClose()
      onRenamed()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      for (const { path, message } of error instanceof ApiError ? error.issues : [])
        if (path === 'name') setError(path, { message })
      setFailure(error.message)
    }
  }

  return (
    <FormDialog
      open
      slim
      onClose={onClose}
      title={words.renameTitle}
      submit={words.save}
      busy={formState.isSubmitting}
      onSubmit={handleSubmit(send)}
    >
      <TextField label={words.name} hint={words.nameHint} maxLength={60} autoComplete="off" {...field('name')} />
      <FormError title={failure && words.notRenamed}>{failure}</FormError>
    </FormDialog>
  )
}
