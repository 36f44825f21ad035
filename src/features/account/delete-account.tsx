import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField, Radio } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { api } from '#web/api.ts'
import { download } from '#web/download.ts'
import { ApiError } from '#web/errors.ts'
import { leaveAfter } from '#web/session/session.ts'
import { text } from './text.ts'

const words = text.leaving

/** Buttons to download all personal data and to delete the account. */
export function Leaving() {
  const [leaving, setLeaving] = useState(false)
  const fetching = useMutation({ mutationFn: () => download('/auth/account/export', words.file) })
  return (
    <Section title={words.title} className="stack gap-3">
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
    </Section>
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
    remove.mutate(String(new FormData(event.currentTarget).get('password')))
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title={words.removeTitle}
      submit={words.confirm}
      busy={remove.isPending}
      onSubmit={submit}
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
    </FormDialog>
  )
}
