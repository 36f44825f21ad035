import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { capital, type Names } from './names.ts'

const templates = join(import.meta.dirname, 'template')

/** Returns the files of a new type by name, with `{{…}}` replaced. Biome still has to format them. */
export function filesOf(names: Names): Map<string, string> {
  return new Map(
    [...read()].map(([file, text]) => [file, text.replace(/\{\{(\w+)\}\}/g, (_, key) => word(names, key))]),
  )
}

/** Returns whether the template's code already uses this name. */
export function isUsedInside(name: string): boolean {
  const code = [...read().values()]
    .join('\n')
    .replace(/\/\*.*?\*\/|'[^'\n]*'/gs, '')
    .replace(/\{\{\w+\}\}\w*|\w+\{\{\w+\}\}/g, '')
  return new Set(code.match(/[A-Za-z]\w*/g)).has(name)
}

/** Returns the forms of all types with that of the new type (`src/features/composer/form.page.tsx`). */
export function composed(forms: string, { name, folder, Name }: Names): string {
  const imports = `import { ${Name}Form } from '#content/${folder}/form.tsx'
import { text as ${name}Text } from '#content/${folder}/text.ts'
`
  const page = `${name}: () => (
    <ComposeOrChange
      type={kinds.${name}.type}
      changeTitle={${name}Text.form.change}
      form={({ entry, onSubmitted }) => <${Name}Form ${name}={entry} onSubmitted={onSubmitted} />}
    />
  ),
`
  const start = /(?<=const pages: Record<PageKind, .*> = \{\n)/
  if (!start.test(forms)) throw new Error('There is no “const pages: Record<PageKind, …> = { … }” to add to.')
  return imports + forms.replace(start, page)
}

/** Returns the titles of forms in one language with that of the new type (`src/features/frame/giving/text.ts`). */
export function entitled(texts: string, { name, aWord }: Names): string {
  const add = /(?<= {2}poem: ')\w+/.exec(texts)?.[0]
  return texts.replace(/^(?= {2}article:)/m, `${name}: '${add} ${aWord}',\n`)
}

/** Returns the names of the types in one language with those of the new type (`src/content/text.ts`). */
export function called(texts: string, { name, AWord, Title }: Names): string {
  const one = AWord.replace(/^An? /, '')
  const line = (word: string) => `${name}: '${capital(word)}',\n`
  return texts.replace(/(?<=one: \{\n)/, line(one)).replace(/(?<=many: \{\n)/, line(Title))
}

/**
 * Returns a function that adds a new type to a table, sorted unless its place is last, with the import of `member` of
 * its file; without `member`, of what has the type's name. It throws if the table doesn't have the expected form.
 */
export function entryIn(table: string, base: string, file: string, member?: string, place?: 'last') {
  return (source: string, { name, folder }: Names): string => {
    const inside = new RegExp(`(?<=export const ${table}\\b[^\\n]*= \\{)[^}]*(?=\\})`)
    const members = inside.exec(source)?.[0]
    if (members === undefined) throw new Error(`There is no “export const ${table} = { … }” to add to.`)
    const bare = (one: string) => one.replaceAll("'", '')
    const all = [...members.split(',').map((one) => one.trim()), name].filter(Boolean)
    if (place !== 'last') all.sort((a, b) => (bare(a) < bare(b) ? -1 : 1))
    const imported = member ? `${member} as ${name}` : name
    return `import { ${imported} } from '${base}/${folder}/${file}'\n${source.replace(inside, ` ${all.join(', ')} `)}`
  }
}

function read(): Map<string, string> {
  const files = globSync(join(templates, '*.txt')).sort()
  return new Map(files.map((file) => [basename(file, '.txt'), readFileSync(file, 'utf8')]))
}

function word(names: Names, key: string): string {
  if (!(key in names)) throw new Error(`A template uses {{${key}}}, which doesn’t exist.`)
  return names[key as keyof Names]
}
