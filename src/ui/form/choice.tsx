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

type FilterProps = Omit<ChoiceProps, 'onChoose'> & {
  /** Its name in the address, which doesn't contain the usual value. */
  name: string
  usual?: string
  change: (changes: Record<string, string>) => void
}

/** A filter in a row of its own, whose value is in the address. */
export function Filter({ name, usual = '', change, ...choice }: FilterProps) {
  return (
    <div className="row tools">
      <Choice {...choice} onChoose={(value) => change({ [name]: value === usual ? '' : value })} />
    </div>
  )
}
