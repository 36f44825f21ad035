import { TextForm } from '#content/recorded-text/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { kind } from './kind.ts'
import { NewPoem, type Poem } from './schema.ts'
import { text } from './text.ts'

type Props = { poem?: Poem | undefined; onSubmitted: (poem: Poem) => void }

/** The complete form for a poem. */
export function PoemForm({ poem, onSubmitted }: Props) {
  return (
    <TextForm
      type={kind.type}
      entry={poem}
      schema={NewPoem}
      rows={8}
      own="poet"
      words={() => text.form}
      onSubmitted={onSubmitted}
    >
      {(field) => <TextField optional maxLength={200} {...field} />}
    </TextForm>
  )
}
