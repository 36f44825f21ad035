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
  return withLine(registry, 'content', name, `import { ${name} } from './${folder}/operations.ts'`)
}

/** As `registered`, for the Kiswahili of a type in `src/kiswahili.ts`. */
export function spoken(kiswahili: string, { name, folder }: Names): string {
  return withLine(kiswahili, 'kiswahili', name, `import { text as ${name} } from '#content/${folder}/text.sw.ts'`)
}

function withLine(source: string, table: string, name: string, line: string): string {
  const inside = new RegExp(`(?<=export const ${table} = \\{)[^}]*(?=\\})`)
  const known = inside.exec(source)?.[0]
  if (known === undefined) throw new Error(`There is no “export const ${table} = { … }” to add to.`)
  const bare = (one: string) => one.replaceAll("'", '')
  const all = [...known.split(',').map((one) => one.trim()), name].filter(Boolean)
  all.sort((a, b) => (bare(a) < bare(b) ? -1 : 1))
  return `${line}\n${source.replace(inside, ` ${all.join(', ')} `)}`
}

function read(): Map<string, string> {
  const files = globSync(join(templates, '*.txt')).sort()
  return new Map(files.map((file) => [basename(file, '.txt'), readFileSync(file, 'utf8')]))
}

function word(names: Names, key: string): string {
  if (!(key in names)) throw new Error(`A template asks for {{${key}}}, which there is not.`)
  return names[key as keyof Names]
}
