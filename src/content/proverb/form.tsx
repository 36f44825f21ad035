import { TextForm } from '#content/recorded-text/form.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { kind } from './kind.ts'
import { NewProverb, type Proverb } from './schema.ts'
import { text } from './text.ts'

type Props = { proverb?: Proverb | undefined; onSubmitted: (proverb: Proverb) => void }

/** The complete form for a proverb. */
export function ProverbForm({ proverb, onSubmitted }: Props) {
  return (
    <TextForm
      type={kind.type}
      entry={proverb}
      schema={NewProverb}
      rows={3}
      own="meaning"
      words={() => text.form}
      onSubmitted={onSubmitted}
    >
      {(field) => <TextArea optional rows={4} {...field} />}
    </TextForm>
  )
}
