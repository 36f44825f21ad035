/** The one below which this share lies, 0 to 1; between two it is the upper. NaN of none. */
export function quantile(numbers: number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN
}

/** The middle one; of an even number the upper of the two. */
export function median(numbers: number[]): number {
  return quantile(numbers, 0.5)
}
