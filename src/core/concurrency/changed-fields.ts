export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

/** Returns the fields of `after` that differ from `before`: all that a change has to send. */
export function changedFields<T extends Record<string, unknown>>(before: T, after: T): Partial<T> {
  const changed = Object.entries(after).filter(([field, value]) => !isSame(value, before[field]))
  return Object.fromEntries(changed) as Partial<T>
}
