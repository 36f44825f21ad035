import { LabelledOptions } from './options.tsx'

type ChoiceProps = {
  label: string
  value: string
  /** Labels by value, in order; '' is the value for no choice. */
  options: Record<string, string>
  onChoose: (value: string) => void
}

/** A native select that filters a list immediately, with a label for screen readers. */
export function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      <LabelledOptions labels={options} />
    </select>
  )
}
