const ones = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/)
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/**
 * Returns the English for a whole number below a million, such as "twenty-one" or "hundred" (without "one"). Throws
 * RangeError for any other number.
 */
export function numberWord(value: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= 1_000_000) throw new RangeError(`no word for ${value}`)
  if (value < 20) return ones[value] ?? ''
  if (value < 100) return [tens[Math.floor(value / 10) - 2], rest(value % 10)].filter(Boolean).join('-')
  const [unit, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand']
  const count = Math.floor(value / unit)
  return [count > 1 && numberWord(count), name, rest(value % unit)].filter(Boolean).join(' ')
}

function rest(value: number): string {
  return value === 0 ? '' : numberWord(value)
}
