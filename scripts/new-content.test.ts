import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deep } from '#test/depth.ts'
import { createDatabase, dropDatabase } from '#test/harness.ts'
import { namesOf } from './new-content/names.ts'
import { refuseTaken } from './new-content/taken.ts'

// Runs the script in a copy of the project. In `npm test` the copy runs with the pages of the project; the long form
// also checks the types of the copy, and builds the pages of the new type.

const root = dirname(import.meta.dirname)
const notCopied = ['node_modules', '.git', 'build', 'var', 'test-results', 'playwright-report']
const database = `test_${crypto.randomUUID().replaceAll('-', '')}`
const folders: string[] = []
const running = new Set<ChildProcess>()

let copy: string
let site: string
let added: Ended
let types: Promise<string[]>
let lint: Promise<Ended> | undefined
let own: Promise<Ended> | undefined

beforeAll(async () => {
  copy = copySources()
  added = await newContent('toy')
  // This name has two words and is its own plural.
  if (deep) expect(await newContent('old-saying', '--plural', 'old-saying')).toMatchObject({ code: 0 })
  if (deep) await buildCompletely()
  else symlinkSync(join(root, 'build'), join(copy, 'build'))
  site = await startSite()
}, 300_000)

/** Builds the pages of the new types, and starts their own checks. */
async function buildCompletely() {
  types = typeErrors(copy)
  await types
  lint = runPackage('@biomejs/biome/bin/biome', [
    'check',
    '--error-on-warnings',
    'src/content/toy',
    'src/content/old-saying',
    'src/content/registry.ts',
    'src/kiswahili.ts',
    'src/content/exportables.ts',
    'src/content/kinds.ts',
    'src/content/previews.ts',
    'src/content/text.ts',
    'src/content/text.sw.ts',
    'src/features/composer/form.page.tsx',
    'src/features/frame/giving/text.ts',
    'src/features/frame/giving/text.sw.ts',
  ])
  addRoutes(added.output)
  const built = await runPackage('@react-router/dev/bin.cjs', ['build'])
  expect(built.code, built.output).toBe(0)
  writeFileSync(join(copy, 'src/content/toy-preview.test.ts'), previewTest)
  own = runPackage('vitest/vitest.mjs', ['run', 'src/content/toy', 'src/content/old-saying'])
}

afterAll(async () => {
  for (const child of running) {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill()
    await ended
  }
  await dropDatabase(database)
  for (const folder of folders) rmSync(folder, { recursive: true })
}, 30_000)

describe('a new type', () => {
  let member: string
  let open: { id: string }
  let closed: { id: string }

  beforeAll(async () => {
    const account = { name: 'Sample Member', email: 'member@site.test', password: 'test password' }
    member = (await call('POST', '/api/auth/register', { body: account })).body.token
    const toy = { title: 'Sample toy', body: 'Zebrafinch text' }
    open = (await call('POST', '/api/toys', { body: toy, token: member })).body
    const hidden = { ...toy, title: 'Members toy', visibility: 'members' }
    closed = (await call('POST', '/content?operation=createToy', { body: hidden, token: member })).body
  })

  test('is created and read', async () => {
    expect(open).toMatchObject({ type: 'toy', title: 'Sample toy', body: 'Zebrafinch text', state: 'published' })
    expect((await call('GET', `/api/toys/${open.id}`)).body).toEqual(open)
    expect((await call('POST', '/api/toys', { body: { title: 'x', body: 'y' } })).status).toBe(401)
  })

  test('answers at its older addresses', async () => {
    expect(closed).toMatchObject({ type: 'toy', visibility: 'members' })
    const { body } = await call('GET', '/content?operation=getToys')
    expect(body.data.map(idOf)).toEqual([open.id])
    expect((await call('GET', `/content?operation=getToyById&id=${open.id}`)).body.id).toBe(open.id)
  })

  test.each(['/api/toys', '/api/entries?type=toy', '/api/entries?q=zebraf', '/api/entries?q=toy&type=toy'])(
    'is listed at %s only for people who can see it',
    async (address) => {
      expect((await call('GET', address)).body.items.map(idOf)).toEqual([open.id])
      expect((await call('GET', address, { token: member })).body.items.map(idOf)).toEqual([closed.id, open.id])
    },
  )

  test('comes first in the list of all entries, and is counted', async () => {
    expect((await call('GET', '/api/entries?limit=1')).body.items).toMatchObject([{ id: open.id, type: 'toy' }])
    expect((await call('GET', '/api/counts')).body.toy).toBe(1)
  })

  test.runIf(deep)('is among the newest entries on the home page, with its type', async () => {
    const { body } = await call('GET', '/')
    expect(body).toContain(`<a href="/toys/${open.id}">Sample toy</a>`)
    expect(body).toContain('</svg>Toy</span>')
  })

  test('is found by the site’s search, which can be limited to its type', async () => {
    const { body } = await call('GET', '/api/search?q=zebrafinch&type=toy')
    expect(body.items).toMatchObject([{ id: open.id, type: 'toy', url: `/toys/${open.id}` }])
  })

  test.runIf(deep)('is on the search page', async () => {
    const page = await call('GET', '/search?q=zebrafinch')
    expect(page.body).toContain('href="/search?q=zebrafinch&amp;type=toy">Toys</a>')
    expect(page.body).not.toContain('Members toy')
  })

  test('is in Explore, which can be limited to its type and finds it by its words', async () => {
    for (const query of ['kind=toy', 'q=zebrafinch']) {
      const { body } = await call('GET', `/api/explore?${query}`)
      expect(body.items).toMatchObject([{ id: open.id, type: 'toy', title: 'Sample toy' }])
    }
    const { body } = await call('GET', '/api/explore/facets')
    expect(body.kinds).toContainEqual(expect.objectContaining({ value: 'toy', count: 1 }))
  })

  test('is among the posts of its author', async () => {
    const { body } = await call('GET', '/api/posts', { token: member })
    expect(body.items.map(idOf)).toEqual([closed.id, open.id])
  })

  test.runIf(deep)('is in the + Add menu, which leads to its form', async () => {
    expect((await call('GET', '/contribute')).body).toMatch(/<a href="\/contribute\/toys">.*?Toy<\/a>/)
    expect((await call('GET', '/contribute/toys')).body).toMatch(/<title>Add a toy \| /)
  })

  test('has its own set in OAI-PMH, and a feed', async () => {
    const sets = await call('GET', '/oai?verb=ListSets')
    expect(sets.body).toContain('<setSpec>toy</setSpec><setName>Toys</setName>')
    const records = await call('GET', '/oai?verb=ListRecords&metadataPrefix=oai_dc&set=toy')
    expect(records.body).toContain('<dc:title>Sample toy</dc:title>')
    expect(records.body).toContain('<dc:type>Text</dc:type>')
    expect(records.body).toContain(`/toys/${open.id}</dc:identifier>`)
    expect(records.body).not.toContain('Members toy')
    expect((await call('GET', '/feed/toy.xml')).body).toContain('<title>Sample toy</title>')
  })

  test('is exported to JSON-LD and CSV as its kind.ts and export.ts say', async () => {
    const { body: everything } = await call('GET', '/export/everything.jsonld')
    const nodes = everything['@graph'].filter(({ name }: { name: string }) => name === 'Sample toy')
    expect(nodes).toMatchObject([{ '@type': 'CreativeWork', text: 'Zebrafinch text' }])
    const { body } = await call('GET', '/export/toy.csv')
    expect(body.split('\r\n')[0]).toBe('id,title,body,author,published_at')
    expect(body).toContain(`${open.id},Sample toy,Zebrafinch text,Sample Member,`)
    expect(body).not.toContain('Members toy')
    if (deep) expect((await call('GET', '/export/oldSaying.csv')).status).toBe(200)
  })

  test.runIf(deep)(
    'is imported only if its kind.ts says so, and then the compiler requires an importer',
    async () => {
      const { paths } = (await call('GET', '/api/openapi.json')).body
      const { properties } = paths['/api/imports'].post.requestBody.content['application/json'].schema
      expect(properties.type.enum).toEqual(['vocabulary', 'proverb', 'poem', 'heritage'])
      const kind = join(copy, 'src/content/toy/kind.ts')
      const before = readFileSync(kind, 'utf8')
      writeFileSync(kind, before.replace('dublinCore:', 'imported: true, dublinCore:'))
      const { output } = await runPackage('typescript/bin/tsc', ['--noEmit'])
      writeFileSync(kind, before)
      expect(output).toMatch(/content\/importables\.ts.*Property 'toy' is missing/)
    },
    120_000,
  )

  test('can be reported, and saved as a draft', async () => {
    const reader = { name: 'Sample Reader', email: 'reader@site.test', password: 'test password' }
    const { token } = (await call('POST', '/api/auth/register', { body: reader })).body
    const report = { entryId: open.id, reason: 'mistake' }
    expect((await call('POST', '/api/reports', { body: report, token })).status).toBe(201)
    const id = '0190f3a4-0000-7000-8000-000000000001'
    const draft = { id, kind: 'toy', title: 'Sample draft', fields: {}, deviceId: id }
    expect((await call('PUT', `/api/drafts/${id}`, { body: draft, token: member })).status).toBe(200)
  })

  test('is in the OpenAPI description', async () => {
    const { paths } = (await call('GET', '/api/openapi.json')).body
    expect(Object.keys(paths['/api/toys'])).toEqual(['get', 'post'])
    expect(Object.keys(paths['/api/toys/{id}'])).toEqual(['get', 'patch', 'delete'])
    expect(paths['/api/toys'].get.tags).toEqual(['toy'])
    if (deep) expect(Object.keys(paths)).toContain('/api/old-saying/{id}')
  })

  test.runIf(deep)('has its pages once their routes are added as the script says', async () => {
    const list = await call('GET', '/toys')
    expect(list).toMatchObject({
      status: 200,
      body: expect.stringContaining(`<a href="/toys/${open.id}">Sample toy</a>`),
    })
    expect(list.body).not.toContain('Members toy')
    expect((await call('GET', '/toys?q=absent')).body).toContain('No results for “absent”')
    const page = await call('GET', `/toys/${open.id}`)
    expect(page.body).toContain('<p>Zebrafinch text</p>')
    expect(page.body).toMatch(/<title>Sample toy \| /)
    expect((await call('GET', `/toys/${closed.id}`)).status).toBe(404)
    expect((await call('GET', '/toys/nonsense')).status).toBe(404)
  })

  test('is deleted everywhere', async () => {
    expect((await call('DELETE', `/api/toys/${open.id}`, { token: member })).body).toEqual({ id: open.id })
    expect((await call('GET', `/api/toys/${open.id}`)).status).toBe(404)
    for (const list of ['/api/toys', '/api/entries?type=toy', '/api/entries?q=zebrafinch'])
      expect((await call('GET', list)).body.items).toEqual([])
    expect((await call('GET', '/toys')).body).not.toContain('Sample toy')
  })
})

describe('the script', () => {
  test('writes one migration and prints its path', () => {
    expect(added).toMatchObject({ code: 0, output: expect.stringContaining('migrations/') })
    expect(globSync('migrations/*_toy.sql', { cwd: copy })).toHaveLength(1)
  })

  test('writes code that imports only what the project exports', () => {
    const folders = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')).imports as Record<string, string>
    const missing = globSync('src/content/toy/*.{ts,tsx}', { cwd: copy }).flatMap((file) =>
      [...readFileSync(join(copy, file), 'utf8').matchAll(/import (?:type )?\{([^}]+)\} from '([#.][^']+)'/g)].flatMap(
        ([, names = '', from = '']) => {
          const folder = folders[from.replace(/(?<=\/).*/, '*')]?.replace('*', '') ?? dirname(file)
          const path = join(copy, folder, from.replace(/^#\w+\//, ''))
          const source = existsSync(path) ? readFileSync(path, 'utf8') : ''
          return names
            .split(',')
            .map((name) => name.replace(/ as .*|\btype /g, '').trim())
            .filter((name) => name && !new RegExp(`export .*\\b${name}\\b`).test(source))
            .map((name) => `${file}: ${name} from ${from}`)
        },
      ),
    )
    expect(missing).toEqual([])
  })

  test.runIf(deep)(
    'causes no type error',
    async () => {
      const errors = await types
      const ownErrors = errors.length > 0 ? await typeErrors(copySources()) : []
      expect(errors.filter((error) => !ownErrors.includes(error))).toEqual([])
    },
    60_000,
  )

  test.runIf(deep)('writes code that Biome leaves unchanged', async () => {
    expect(await lint).toMatchObject({ code: 0 })
  })

  test.runIf(deep)(
    'writes tests that pass',
    async () => {
      expect(await own).toMatchObject({ code: 0, output: expect.stringMatching(/Tests .*21 passed/) })
    },
    60_000,
  )

  test.each<[string, string | undefined, string]>([
    ['article', undefined, 'The type “article” already exists.'],
    ['account', undefined, '“account” is taken in src/operations.ts: please choose another name.'],
    ['thing', 'articles', 'The address /api/articles is taken: please choose another --plural.'],
    ['class', undefined, '“class” means something else in the code of a type: please choose another name.'],
  ])('refuses “%s” with the plural “%s”, because something else has the name', (name, plural, sentence) => {
    expect(() => refuseTaken(namesOf(name, plural))).toThrow(sentence)
  })

  test.runIf(deep).each([
    [['toy'], 'The type “toy” already exists.'],
    [['account'], '“account” is taken in src/operations.ts: please choose another name.'],
    [['thing', '--plural', 'toys'], 'The address /api/toys is taken: please choose another --plural.'],
    [['class'], '“class” means something else in the code of a type: please choose another name.'],
  ])('refuses %j with one sentence and changes nothing', async (args, sentence) => {
    const before = tree()
    expect(await newContent(...args)).toEqual({ code: 1, output: `${sentence}\n` })
    expect(tree()).toEqual(before)
  })

  test.each(['Toy', 'toy_box', '../toy', '-toy', 'toy--box', ''])('refuses “%s” as a name', (name) => {
    expect(() => namesOf(name)).toThrow('is not in kebab-case')
  })

  test('refuses a name that looks like a plural, unless the plural is given, too', () => {
    expect(() => namesOf('cars')).toThrow('“cars” looks like a plural')
    expect(namesOf('series', 'series').path).toBe('series')
  })

  test('returns the spellings of a name', () => {
    expect(namesOf('oral-history')).toMatchObject({
      name: 'oralHistory',
      Names: 'OralHistories',
      path: 'oral-histories',
      table: 'oral_histories',
      aWord: 'an oral history',
    })
    expect(['toy', 'box', 'dish', 'glass'].map((word) => namesOf(word).path)).toEqual([
      'toys',
      'boxes',
      'dishes',
      'glasses',
    ])
    expect(namesOf('heritage', 'heritage')).toMatchObject({
      rows: 'heritageTable',
      tableImport: 'heritage as heritageTable',
    })
  })
})

/** The source of a test of how a moderator sees a toy. It runs in the copy. */
const previewTest = `
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { previews } from './previews.ts'

vi.mock('#web/api.ts', () => ({
  api: { toy: { get: async ({ id }) => ({ id, title: 'Sample toy', body: 'Sample text', state: 'published', visibility: 'public', groups: [], labels: [], deceased: false, createdAt: '2026-01-31T12:00:00.000Z' }) } },
}))

test('a moderator sees a toy', async () => {
  const shown = renderToStaticMarkup(await previews.toy('sample'))
  expect(shown).toContain('<a href="/toys/sample">Sample toy</a>')
  expect(shown).toContain('Toy')
})
`

function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-new-content-'))
  folders.push(folder)
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !notCopied.includes(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Returns every source file of the copy with its contents. */
function tree(): Record<string, string> {
  const paths = globSync('{src,migrations,scripts}/**/*', { cwd: copy }).sort()
  const files = paths.filter((path) => statSync(join(copy, path)).isFile())
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(copy, path), 'utf8')]))
}

type Ended = { code: number | null; output: string }

function newContent(...args: string[]): Promise<Ended> {
  return run(['scripts/new-content.ts', ...args])
}

function runPackage(program: string, args: string[], cwd = copy): Promise<Ended> {
  return run([join('node_modules', program), ...args], cwd)
}

function run(args: string[], cwd = copy): Promise<Ended> {
  const child = start(args, {}, cwd)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** Starts Node without this test run's environment. */
function start(args: string[], env: Record<string, string>, cwd = copy): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, args, { cwd, env: { PATH, HOME, NO_COLOR: '1', ...env }, stdio: 'pipe' })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

async function typeErrors(folder: string): Promise<string[]> {
  await runPackage('@react-router/dev/bin.cjs', ['typegen'], folder)
  const { output } = await runPackage('typescript/bin/tsc', ['--noEmit'], folder)
  return output.split('\n').filter((line) => line.includes('error TS'))
}

/** Adds the two routes that the script printed. */
function addRoutes(output: string) {
  const path = join(copy, 'src/routes.ts')
  const routes = output.match(/^ +route\(.*$/gm)?.join('\n')
  const layout = "layout('features/home/public.layout.tsx', ["
  const before = readFileSync(path, 'utf8')
  expect(before).toContain(layout)
  writeFileSync(path, before.replace(layout, `${layout}\n${routes}`))
}

/** Starts the copy's server on its own database; returns its address. */
async function startSite(): Promise<string> {
  const dataDir = join(copy, 'var')
  const url = await createDatabase(database)
  const child = start(['server.ts'], { DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'production' })
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const address = /is ready at (http:\S+)/.exec(output)?.[1]
        if (address) resolve(address)
      })
    child.once('close', () => reject(new Error(`the server ended: ${output}`)))
  })
}

async function call(method: string, path: string, { body, token }: { body?: object; token?: string } = {}) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(site + path, { method, headers, body: body ? JSON.stringify(body) : null })
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: json ? JSON.parse(text) : text }
}

const idOf = (item: { id: string }) => item.id
