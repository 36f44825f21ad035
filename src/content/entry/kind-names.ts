import { text } from '#content/text.ts'

/** Returns the name of one entry of a type or a heritage section, such as "Proverb". */
export function kindName(kind: string): string {
  const names: Record<string, string> = text.one
  return names[kind] ?? kind
}

/** Returns the plural name of a type, such as "Proverbs". */
export function kindPlural(type: string): string {
  const names: Record<string, string> = text.many
  return names[type] ?? type
}
