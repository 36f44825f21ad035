/**
 * Current names of fields by their earlier ones, which drafts, packages, imports and pages of earlier versions still
 * use.
 */
const presentNames = new Map([
  ['marakwet', 'form'],
  ['exampleMarakwet', 'example'],
])

/** Returns the current name of a field. */
export function presentName(name: string): string {
  return presentNames.get(name) ?? name
}

/** Returns the data with current field names at any depth. If a field has both names, the current one wins. */
export function withPresentNames<T>(data: T): T {
  if (Array.isArray(data)) return data.map(withPresentNames) as T
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return data
  const fields = Object.entries(data).map(([name, value]) => [name, withPresentNames(value)] as const)
  const earlier = fields.flatMap(([name, value]) => (presentNames.has(name) ? [[presentName(name), value]] : []))
  const present = fields.filter(([name]) => !presentNames.has(name))
  return Object.fromEntries([...earlier, ...present])
}
