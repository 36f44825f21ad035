import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { called, composed, entitled, entryIn, filesOf } from './new-content/files.ts'
import { type Names, namesOf } from './new-content/names.ts'
import { migrations, refuseTaken } from './new-content/taken.ts'

// `npm run new-content -- oral-history [--plural oral-histories]` creates the folder of a content type, its lines in
// the lists of types, and the migration that creates its table.

const root = dirname(import.meta.dirname)
/** The files that list all types, each with the function that adds one. */
const lists = {
  'src/content/exportables.ts': entryIn('exportables', '#content', 'export.ts', 'exported'),
  'src/content/kinds.ts': entryIn('kinds', '.', 'kind.ts', 'kind', 'last'),
  'src/content/previews.ts': entryIn('previews', '#content', 'preview.tsx', 'preview'),
  'src/content/registry.ts': entryIn('content', '.', 'operations.ts'),
  'src/content/text.ts': called,
  'src/content/text.sw.ts': called,
  'src/features/composer/form.page.tsx': composed,
  'src/features/frame/giving/text.ts': entitled,
  'src/features/frame/giving/text.sw.ts': entitled,
  'src/kiswahili.ts': entryIn('kiswahili', '#content', 'text.sw.ts', 'text'),
}

try {
  const names = readNames()
  refuseTaken(names)
  const migration = write(names)
  console.log(nextSteps(names, migration))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

function readNames(): Names {
  const usage = 'Please name one type: npm run new-content -- oral-history, with --plural if the plural is irregular.'
  let args: { values: { plural?: string }; positionals: string[] }
  try {
    args = parseArgs({ allowPositionals: true, options: { plural: { type: 'string' } } })
  } catch {
    throw new Error(usage)
  }
  const [name, ...more] = args.positionals
  if (!name || more.length > 0) throw new Error(usage)
  return namesOf(name, args.values.plural)
}

/** Writes all files or none, and returns the path of the migration. */
function write(names: Names): string {
  const folder = join(root, 'src/content', names.folder)
  const paths = Object.keys(lists).map((file) => join(root, file))
  const before = new Map(paths.map((file) => [file, readFileSync(file, 'utf8')]))
  const files = filesOf(names)
  const changed = Object.entries(lists).map(([file, add]) => {
    const path = join(root, file)
    return [path, add(before.get(path) ?? '', names)] as const
  })
  mkdirSync(folder)
  try {
    for (const [file, text] of files) writeFileSync(join(folder, file), text)
    for (const [file, text] of changed) writeFileSync(file, text)
    run('@biomejs/biome/bin/biome', ['check', '--write', '--linter-enabled=false', folder, ...paths])
    const before = migrations().length
    run('drizzle-kit/bin.cjs', ['generate', '--name', names.folder])
    const [migration] = migrations().slice(before)
    if (!migration) throw new Error('drizzle-kit generated no migration.')
    const path = `migrations/${migration.tag}.sql`
    // A change of the type's own columns changes what harvesters are told (migration 0043).
    appendFileSync(
      join(root, path),
      `--> statement-breakpoint\nCREATE TRIGGER "note_part" AFTER UPDATE ON "${names.table}"\n    FOR EACH ROW EXECUTE FUNCTION "note_part"();`,
    )
    return path
  } catch (error) {
    rmSync(folder, { recursive: true })
    for (const [file, text] of before) writeFileSync(file, text)
    throw error
  }
}

function run(program: string, args: string[]) {
  const file = join(root, 'node_modules', program)
  const { status, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${stderr}\n${program.split('/')[0]} failed, so all changes were undone.`.trim())
}

function nextSteps({ folder, path }: Names, migration: string): string {
  return `Created src/content/${folder}, its lines in ${Object.keys(lists).join(', ')},
and ${migration}.
The type has an API (/api/${path}), a form and tests, and is part of OpenAPI, feeds, search and + Add.
What is left to do:

1. Its properties: kind.ts, and its names in src/content/text.ts and text.sw.ts.
2. Its fields: schema.ts and table.ts, then operations.ts, form.tsx, the pages and the test; npm run migration.
3. Its pages, in src/routes.ts inside the public layout:
     route('${path}', 'content/${folder}/list.page.tsx'),
     route('${path}/:id', 'content/${folder}/detail.page.tsx'),
4. Its Kiswahili: text.sw.ts, a draft until a speaker has reviewed it (CONTRIBUTING.md).
5. Its section, if it has one: \`section\` and its addresses in kind.ts, its paths in routes.ts, its place in
   src/content/section/parts.ts, and \`handle = { current: '/…' }\` in both pages.`
}
