import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { useHasRole } from '#web/session.ts'
import { type Audience, AudienceFields, audienceChange, audienceOf } from './audience-fields.tsx'
import { useShutsOut } from './own-groups.ts'
import type { Entry } from './schema.ts'
import { text } from './text.ts'

export type ChangeAudienceProps = {
  entry: Entry
  /** Sends what differs; rejects with a sentence. */
  change: (change: Partial<Audience>) => Promise<unknown>
  /** Where the keeper has shut themselves out, and there is nothing to see here any more. */
  onShutOut: () => void
}

/** A keeper's button on an entry of any type: who may see it, its labels, and the warning. Nothing for anyone else. */
export function ChangeAudience({ entry, change, onShutOut }: ChangeAudienceProps) {
  const words = text.audience
  const keeper = useHasRole('keeper')
  const shutsOut = useShutsOut()
  const [value, setValue] = useState<Audience | null>(null)
  const sending = useMutation({
    mutationFn: (now: Audience) => change(audienceChange(entry, now)),
    onSuccess: (_answer, now) => {
      setValue(null)
      notify.success(words.saved)
      if (shutsOut({ groups: now.groups, author: entry.author })) onShutOut()
    },
  })
  if (!keeper) return null
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
      <Dialog
        open={value !== null}
        onClose={() => setValue(null)}
        title={words.open}
        dismissible={false}
        form={{
          onSubmit: (event) => {
            event.preventDefault()
            if (value) sending.mutate(value)
          },
        }}
        footer={
          <Button type="submit" busy={sending.isPending}>
            {words.save}
          </Button>
        }
      >
        {value && <AudienceFields value={value} onChange={setValue} entry={entry} />}
        <FormError title={error ? words.failed : undefined}>
          {error instanceof ApiError ? (error.issues[0]?.message ?? error.message) : error?.message}
        </FormError>
      </Dialog>
    </>
  )
}
