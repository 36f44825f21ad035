import { text } from '#content/text.ts'

/** Returns what one entry of a type, or of a section of heritage, is called: "Proverb". */
export function kindName(kind: string): string {
  const names: Record<string, string> = text.one
  return names[kind] ?? kind
}

/** Returns what the entries of a type are called: "Proverbs". */
export function kindPlural(type: string): string {
  const names: Record<string, string> = text.many
  return names[type] ?? type
}
