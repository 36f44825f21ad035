import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { changedFields } from '#core/concurrency/changed-fields.ts'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { api } from '#web/api.ts'
import { formDraftName } from '#web/drafts/draft.ts'
import { usePostForm } from '#web/post-form.ts'
import { notify } from '#web/toasts.ts'
import { Terms } from './schema.ts'
import { text } from './text.ts'

/** Shows the form in which a seller describes how buyers pay by M-Pesa and where they collect. */
export function TermsForm({ terms: { payTo, collectAt } }: { terms: z.infer<typeof Terms> }) {
  const words = text.terms
  const queryClient = useQueryClient()
  const initial = { payTo, collectAt }
  const form = usePostForm({
    draft: formDraftName('terms'),
    // Saving replaces only the texts that were changed, so that a change of the other one in another tab stays.
    version: JSON.stringify(initial),
    initial,
    schema: Terms,
    send: async (values, version) => {
      await api.selling.terms(changedFields(JSON.parse(String(version)), values))
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
