type OptionsProps<Value extends string> = { of: readonly Value[]; name: (value: Value) => string }

/** The options of a select. @param name returns what a reader sees for a value */
export function Options<Value extends string>({ of, name }: OptionsProps<Value>) {
  return of.map((value) => (
    <option key={value} value={value}>
      {name(value)}
    </option>
  ))
}
