import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { api } from '#web/api.ts'
import { formDraftName } from '#web/draft.ts'
import { notify } from '#web/notifications.ts'
import { usePostForm } from '#web/post-form.ts'
import { Terms } from './schema.ts'
import { text } from './text.ts'

/** Shows the form in which a seller describes how buyers pay by M-Pesa and where they collect. */
export function TermsForm({ terms: { payTo, collectAt } }: { terms: z.infer<typeof Terms> }) {
  const words = text.terms
  const queryClient = useQueryClient()
  const form = usePostForm({
    draft: formDraftName('terms'),
    initial: { payTo, collectAt },
    schema: Terms,
    send: async (values) => {
      await api.selling.terms(values)
      notify.success(words.saved)
      await queryClient.invalidateQueries({ queryKey: ['selling', 'own'] })
    },
    words: () => words,
  })
  return (
    <Section id="terms" title={words.title} className="narrow wide stack">
      <p>{words.lead}</p>
      <CheckedForm className="stack" onSubmit={form.submit}>
        <TextField
          label={words.payTo}
          hint={words.payToHint}
          optional
          maxLength={200}
          error={form.errorOf('payTo')}
          {...form.register('payTo')}
        />
        <TextArea
          label={words.collectAt}
          hint={words.collectAtHint}
          optional
          rows={3}
          maxLength={500}
          error={form.errorOf('collectAt')}
          {...form.register('collectAt')}
        />
        <FormError title={form.failure?.title}>{form.failure?.message}</FormError>
        <Button type="submit" busy={form.busy}>
          {words.save}
        </Button>
      </CheckedForm>
    </Section>
  )
}
