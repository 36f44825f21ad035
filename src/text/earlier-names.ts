/** Fields that earlier releases called otherwise. Old browsers, drafts, packages and imports still use those names. */
const presentNames = new Map([
  ['marakwet', 'form'],
  ['exampleMarakwet', 'example'],
])

/** Returns the present name of a field. */
export function presentName(name: string): string {
  return presentNames.get(name) ?? name
}

/** Returns the data with its fields, at any depth, under their present names. If it has both names, the present wins. */
export function withPresentNames<T>(data: T): T {
  if (Array.isArray(data)) return data.map(withPresentNames) as T
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return data
  const fields = Object.entries(data).map(([name, value]) => [name, withPresentNames(value)] as const)
  const earlier = fields.flatMap(([name, value]) => (presentNames.has(name) ? [[presentName(name), value]] : []))
  const present = fields.filter(([name]) => !presentNames.has(name))
  return Object.fromEntries([...earlier, ...present])
}
