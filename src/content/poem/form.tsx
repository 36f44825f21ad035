import type { EntryFormProps } from '#content/media/entry-form/options.ts'
import { TextForm } from '#content/recorded-text/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { kind } from './kind.ts'
import { NewPoem } from './schema.ts'
import { text } from './text.ts'

export function PoemForm(props: EntryFormProps<'poem'>) {
  return (
    <TextForm {...props} type={kind.type} schema={NewPoem} rows={8} own="poet" words={() => text.form}>
      {(field) => <TextField optional maxLength={200} {...field} />}
    </TextForm>
  )
}
