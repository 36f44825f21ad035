import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { ApiError, isStale } from '#web/errors.ts'
import { notify } from '#web/toasts.ts'
import { type Offering, offers } from '../policy.ts'
import type { Entry } from '../schema.ts'
import { text } from '../text.ts'
import { type Audience, AudienceFields, audienceChange, audienceOf } from './audience-fields.tsx'
import { useShutsOut } from './own-groups.ts'

export type ChangeAudienceProps = {
  entry: Omit<Entry, 'type' | 'may'> & Offering
  /** Sends only the changed settings. Rejects with a message for the keeper. */
  change: (change: Partial<Audience>) => Promise<unknown>
  /** Called after keepers exclude themselves, because the page can't be shown to them any more. */
  onShutOut: () => void
}

/** The keepers' button for an entry's visibility, groups, labels and warning. */
export function ChangeAudience({ entry, change, onShutOut }: ChangeAudienceProps) {
  const words = text.audience
  const shutsOut = useShutsOut()
  const [value, setValue] = useState<Audience | null>(null)
  const sending = useMutation({
    mutationFn: (now: Audience) => change(audienceChange(entry, now)),
    onError(error) {
      if (!isStale(error)) return
      // The choices were based on settings that have changed meanwhile.
      setValue(null)
      notify.error(text.conflict.stale)
    },
    onSuccess: (_answer, now) => {
      setValue(null)
      notify.success(words.saved)
      if (shutsOut({ groups: now.groups, author: entry.author })) onShutOut()
    },
  })
  if (!offers(entry, 'label')) return null
  const { error } = sending
  return (
    <>
      <Button
        variant="line"
        icon="people"
        onClick={() => {
          sending.reset()
          setValue(audienceOf(entry, entry.visibility))
        }}
      >
        {words.open}
      </Button>
      <FormDialog
        open={value !== null}
        onClose={() => setValue(null)}
        title={words.open}
        submit={words.save}
        busy={sending.isPending}
        onSubmit={() => {
          if (value) sending.mutate(value)
        }}
      >
        {value && <AudienceFields value={value} onChange={setValue} entry={entry} />}
        <FormError title={error ? words.failed : undefined}>
          {error instanceof ApiError ? (error.issues[0]?.message ?? error.message) : error?.message}
        </FormError>
      </FormDialog>
    </>
  )
}
