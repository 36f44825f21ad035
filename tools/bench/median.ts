/** Returns the quantile for a share from 0 to just below 1, or the upper of two; NaN if the list is empty. */
export function quantile(numbers: number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN
}

/** Returns the median, or the upper of two for an even count. */
export function median(numbers: number[]): number {
  return quantile(numbers, 0.5)
}
