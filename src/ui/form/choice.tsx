type ChoiceProps = {
  label: string
  value: string
  /** The text of each value, in their order; '' is the value of no choice. */
  options: Record<string, string>
  onChoose: (value: string) => void
}

/** One of a few values beside a list, which changes at once: a native select, labelled for screen readers. */
export function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      {Object.entries(options).map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  )
}
