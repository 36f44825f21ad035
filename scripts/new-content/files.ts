import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Names } from './names.ts'

const templates = join(import.meta.dirname, 'template')

/** The files of a new type: their text by their name, `{{…}}` replaced. Biome has still to bring them into shape. */
export function filesOf(names: Names): Map<string, string> {
  return new Map(
    [...read()].map(([file, text]) => [file, text.replace(/\{\{(\w+)\}\}/g, (_, key) => word(names, key))]),
  )
}

/** Whether the code of every type already calls something so. */
export function isUsedInside(name: string): boolean {
  const code = [...read().values()]
    .join('\n')
    .replace(/\/\*.*?\*\/|'[^'\n]*'/gs, '')
    .replace(/\{\{\w+\}\}\w*|\w+\{\{\w+\}\}/g, '')
  return new Set(code.match(/[A-Za-z]\w*/g)).has(name)
}

/** The registry with a line more: an import, and the name in the table. Throws when it is not written as it was. */
export function registered(registry: string, { name, folder }: Names): string {
  const table = /(?<=export const content = \{)[^}]*(?=\})/
  const known = table.exec(registry)?.[0]
  if (known === undefined) throw new Error('src/content/registry.ts has no “export const content = { … }” to add to.')
  const all = [...known.split(',').map((one) => one.trim()), name].filter(Boolean).sort()
  return `import { ${name} } from './${folder}/operations.ts'\n${registry.replace(table, ` ${all.join(', ')} `)}`
}

function read(): Map<string, string> {
  const files = globSync(join(templates, '*.txt')).sort()
  return new Map(files.map((file) => [basename(file, '.txt'), readFileSync(file, 'utf8')]))
}

function word(names: Names, key: string): string {
  if (!(key in names)) throw new Error(`A template asks for {{${key}}}, which there is not.`)
  return names[key as keyof Names]
}
