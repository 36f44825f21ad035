import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Note } from '#ui/state/note.tsx'
import { api } from '#web/api.ts'
import { formDraftName } from '#web/drafts/draft.ts'
import { usePostForm } from '#web/post-form.ts'
import { notify } from '#web/toasts.ts'
import { NewRequest, type Selling } from './schema.ts'
import { text } from './text.ts'

type Standing = z.infer<typeof Selling>

/** Explains selling and shows the form for a request to sell, or says that a request is waiting. */
export function AskToSell({ selling: { state, reason } }: { selling: Standing }) {
  const words = text.ask
  return (
    <div className="narrow wide stack gap-5">
      {state === 'asked' && (
        <Note look="ringed" icon="check">
          <p className="strong">{words.asked}</p>
          <p>{words.askedHint}</p>
        </Note>
      )}
      {state === 'refused' && (
        <Note look="ringed" icon="alert">
          <p className="strong">{words.refused}</p>
          {reason && <p className="lines break">{words.reason(reason)}</p>}
        </Note>
      )}
      <Section id="what" title={words.what}>
        <p>{words.lead}</p>
        <ul className="list">
          {words.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Section>
      {state !== 'asked' && <RequestForm again={state === 'refused'} />}
    </div>
  )
}

function RequestForm({ again }: { again: boolean }) {
  const words = text.ask
  const queryClient = useQueryClient()
  const form = usePostForm({
    draft: formDraftName('selling'),
    initial: { about: '' },
    schema: NewRequest,
    send: async ({ about }) => {
      await api.selling.ask({ about })
      notify.success(words.sent)
      await queryClient.invalidateQueries({ queryKey: ['selling'] })
    },
    words: () => words,
  })
  return (
    <CheckedForm className="stack" onSubmit={form.submit}>
      <TextArea
        label={words.about}
        hint={words.aboutHint}
        maxLength={2000}
        error={form.errorOf('about')}
        {...form.register('about')}
      />
      <FormError title={form.failure?.title}>{form.failure?.message}</FormError>
      <Button type="submit" busy={form.busy}>
        {again ? words.again : words.send}
      </Button>
    </CheckedForm>
  )
}
