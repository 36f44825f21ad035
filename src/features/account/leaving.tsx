import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField, Radio } from '#ui/form/text-field.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { api } from '#web/api.ts'
import { download } from '#web/download.ts'
import { ApiError } from '#web/errors.ts'
import { leaveAfter } from '#web/session.ts'
import { text } from './text.ts'

const words = text.leaving

/** What a member may always do: take everything along, and go. */
export function Leaving() {
  const heading = useId()
  const [leaving, setLeaving] = useState(false)
  const fetching = useMutation({ mutationFn: () => download('/auth/account/export', words.file) })
  return (
    <section className="stack gap-3" aria-labelledby={heading}>
      <h2 className="t2" id={heading}>
        {words.title}
      </h2>
      {fetching.isError && (
        <ErrorState title={words.downloadFailed} onRetry={() => fetching.mutate()} busy={fetching.isPending}>
          {fetching.error.message}
        </ErrorState>
      )}
      <ul className="list">
        <li className="row split">
          <p className="grow-words">{words.downloadHint}</p>
          <Button
            variant="line"
            busy={fetching.isPending}
            busyText={words.downloading}
            onClick={() => fetching.mutate()}
          >
            {words.download}
          </Button>
        </li>
        <li className="row split">
          <p className="grow-words">{words.removeHint}</p>
          <Button variant="line" onClick={() => setLeaving(true)}>
            {words.remove}
          </Button>
        </li>
      </ul>
      {leaving && <DeleteDialog onClose={() => setLeaving(false)} />}
    </section>
  )
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const [entries, setEntries] = useState<'keep' | 'delete'>('keep')
  const remove = useMutation({
    mutationFn: (password: string) => leaveAfter(() => api.account.remove({ password, entries })),
  })
  const issue =
    remove.error instanceof ApiError ? remove.error.issues.find(({ path }) => path === 'password') : undefined

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!remove.isPending) remove.mutate(String(new FormData(event.currentTarget).get('password')))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      title={words.removeTitle}
      form={{ onSubmit: submit }}
      footer={
        <Button type="submit" busy={remove.isPending}>
          {words.confirm}
        </Button>
      }
    >
      <p>{words.removeBody}</p>
      <fieldset>
        <legend>{words.entries}</legend>
        <Radio label={words.keep} name="entries" checked={entries === 'keep'} onChange={() => setEntries('keep')} />
        <Radio
          label={words.delete}
          name="entries"
          checked={entries === 'delete'}
          onChange={() => setEntries('delete')}
        />
      </fieldset>
      <PasswordField label={words.password} name="password" autoComplete="current-password" error={issue?.message} />
      <FormError title={remove.isError && words.failed ? words.failed : ''}>{remove.error?.message}</FormError>
    </Dialog>
  )
}
