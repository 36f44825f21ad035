type OptionsProps<Value extends string> = { of: readonly Value[]; name: (value: Value) => string }

/** The options of a select. @param name returns what a reader sees for a value */
export function Options<Value extends string>({ of, name }: OptionsProps<Value>) {
  return of.map((value) => (
    <option key={value} value={value}>
      {name(value)}
    </option>
  ))
}

/** The options of a select. @param labels what a reader sees, by value, in order */
export function LabelledOptions({ labels }: { labels: Readonly<Record<string, string>> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
