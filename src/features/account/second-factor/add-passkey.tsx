import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { api } from '#web/api.ts'
import { createPasskey } from './passkey/browser.ts'
import { text } from './text.ts'

const words = text.passkey
type Props = { onAdded: (recoveryCodes: string[] | null) => void }

/** A button and dialog that add a passkey from this device or one nearby. */
export function AddPasskey({ onAdded }: Props) {
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

function AddDialog({ onClose, onAdded }: Props & { onClose: () => void }) {
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
