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

/** Returns the registry with the new type's import and entry. Throws if the file doesn't have the expected form. */
export function registered(registry: string, { name, folder }: Names): string {
  return withLine(registry, 'content', name, `import { ${name} } from './${folder}/operations.ts'`)
}

/** Does the same as `registered` for the Kiswahili texts in `src/kiswahili.ts`. */
export function spoken(kiswahili: string, { name, folder }: Names): string {
  return withLine(kiswahili, 'kiswahili', name, `import { text as ${name} } from '#content/${folder}/text.sw.ts'`)
}

/** Does the same as `registered` for the data of all types in `src/content/kinds.ts`. The new type comes last. */
export function listed(kinds: string, { name, folder }: Names): string {
  return withLine(kinds, 'kinds', name, `import { kind as ${name} } from './${folder}/kind.ts'`, 'last')
}

/** Does the same as `registered` for the exports of all types in `src/content/exportables.ts`. */
export function exported(exportables: string, { name, folder }: Names): string {
  return withLine(
    exportables,
    'exportables',
    name,
    `import { exported as ${name} } from '#content/${folder}/export.ts'`,
  )
}

/** Does the same as `registered` for the previews that moderators see, in `src/content/previews.ts`. */
export function previewed(previews: string, { name, folder }: Names): string {
  return withLine(previews, 'previews', name, `import { preview as ${name} } from '#content/${folder}/preview.tsx'`)
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

function withLine(source: string, table: string, name: string, line: string, place?: 'last'): string {
  const inside = new RegExp(`(?<=export const ${table}\\b[^\\n]*= \\{)[^}]*(?=\\})`)
  const members = inside.exec(source)?.[0]
  if (members === undefined) throw new Error(`There is no “export const ${table} = { … }” to add to.`)
  const bare = (one: string) => one.replaceAll("'", '')
  const all = [...members.split(',').map((one) => one.trim()), name].filter(Boolean)
  if (place !== 'last') all.sort((a, b) => (bare(a) < bare(b) ? -1 : 1))
  return `${line}\n${source.replace(inside, ` ${all.join(', ')} `)}`
}

function read(): Map<string, string> {
  const files = globSync(join(templates, '*.txt')).sort()
  return new Map(files.map((file) => [basename(file, '.txt'), readFileSync(file, 'utf8')]))
}

function word(names: Names, key: string): string {
  if (!(key in names)) throw new Error(`A template uses {{${key}}}, which doesn’t exist.`)
  return names[key as keyof Names]
}
