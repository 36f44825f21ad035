import type { EntryFormProps } from '#content/media/entry-form/options.ts'
import { TextForm } from '#content/recorded-text/form.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { kind } from './kind.ts'
import { NewProverb } from './schema.ts'
import { text } from './text.ts'

export function ProverbForm(props: EntryFormProps<'proverb'>) {
  return (
    <TextForm {...props} type={kind.type} schema={NewProverb} rows={3} own="meaning" words={() => text.form}>
      {(field) => <TextArea optional rows={4} {...field} />}
    </TextForm>
  )
}
