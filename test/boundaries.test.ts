import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// Allowed imports (docs/architecture.md). A room is a folder of src/; each content type and each feature is a room of
// its own. So are the files directly in src/ ("root"), and each type's kind.ts with the list and texts of all types in
// content/ ("kinds").
const rooms: { room: RegExp; may: RegExp; belongs: string }[] = [
  { room: /^text$/, may: /^$/, belongs: 'text is pure, and safe in a worker' },
  { room: /^core$/, may: /^text$/, belongs: 'core imports no other room but text' },
  { room: /^ui$/, may: /^text$/, belongs: 'ui contains nothing of the domain: pass it in as props' },
  {
    room: /^accounts$/,
    may: /^(core|text)$/,
    belongs: 'accounts contains what other rooms need, and imports only core and text',
  },
  {
    room: /^kinds$/,
    may: /^(core|text|ui)$/,
    belongs: 'the properties of a content type are plain data, which any code may read',
  },
  { room: /^offline$/, may: /^(core|text)$/, belongs: 'the worker answers without the site, and imports no page' },
  { room: /^reading$/, may: /^(text|offline)$/, belongs: 'the reading script imports no framework, even indirectly' },
  {
    room: /^web$/,
    may: /^(core|text|kinds|reading|offline)$/,
    belongs: 'web imports core and what reading pages share: code for one type belongs to that type',
  },
  {
    room: /^content\/entry$/,
    may: /^(core|text|accounts|kinds|web|ui)$/,
    belongs: 'entry is shared by all types and imports none',
  },
  {
    room: /^content\/media$/,
    may: /^(core|text|accounts|kinds|web|ui|content\/entry)$/,
    belongs: 'media is shared by all types and imports none but entry',
  },
  {
    room: /^content\/recorded-text$/,
    may: /^(core|text|accounts|kinds|web|ui|content\/(entry|media|language))$/,
    belongs: 'recorded-text is shared by the types that are a text with a recording, and imports none of them',
  },
  {
    room: /^content\/[^/]+$/,
    may: /^(core|text|accounts|kinds|web|ui|offline|content\/(entry|media|section|language|recorded-text))$/,
    belongs: 'a type never imports a sibling: what two share belongs in entry, or in recorded-text',
  },
  {
    room: /^content$/,
    may: /^(core|text|accounts|kinds|content\/[^/]+)$/,
    belongs: 'the files directly in content/ list what each type offers',
  },
  {
    room: /^features\/[^/]+$/,
    may: /^(core|text|accounts|kinds|web|ui|content(\/[^/]+)?|features\/frame)$/,
    belongs:
      'a feature imports no other: what two share belongs in frame, content or accounts, or is composed at the root',
  },
  {
    room: /^root$/,
    may: /^(?!server$)/,
    belongs: 'the root lists and composes all rooms for the server, which it does not import',
  },
  {
    room: /^server$/,
    may: /^(core|text|accounts|web|offline|content\/(entry|media)|root)$/,
    belongs: 'except for entry and media, the server reaches types and features only through the lists in src/',
  },
]
/** Code may import the type of the operation table from the root: the client has a method for each operation. */
const tableOfOperations = 'src/operations.ts'
/** Maximum number of files in a folder, not counting tests. */
const maxFiles = 25
const drizzleFiles =
  /^src\/(core\/(column|tables|context|queue)|accounts\/|server\/|content\/([^/]+\.ts|entry\/)|content\/media\/|.*\/(table|operations|queries|personal-data|jobs|search|search-statement|change|import|importable)\.ts)/
const react = /\.tsx$/
const serverOnly = /^(drizzle-orm|pg$|hono|#server|node:|graphile-worker|sharp|sanitize-html|@node-rs|@aws-sdk)/

type Import = { file: string; line: string; from: string; target: string | undefined; typeOnly: boolean }

const files = globSync('src/**/*.{ts,tsx}').filter((file) => !file.endsWith('.test.ts'))
const imports = files.flatMap(importsOf)

function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8')
  return [
    ...source.matchAll(
      /^(?:import|export)\s(?<what>[^'"]*?from\s+)?['"](?<from>[^'"]+)['"]|import\(['"](?<lazy>[^'"]+)['"]\)/gm,
    ),
  ].map(({ groups = {}, 0: line }) => {
    const from = groups.from ?? groups.lazy ?? ''
    return { file, line, from, target: resolve(file, from), typeOnly: /^(import|export)\s+type\b/.test(line) }
  })
}

function resolve(file: string, from: string): string | undefined {
  if (from.startsWith('.')) return join(dirname(file), from).replace(/\?.*$/, '')
  const inside = /^#(\w+)\/([^?]+)/.exec(from)
  if (!inside) return undefined
  return inside[1] === 'src' ? `src/${inside[2]}` : `src/${inside[1]}/${inside[2]}`
}

function roomOf(file: string): string {
  if (/^src\/content\/(kinds?|text|text\.sw|[^/]+\/kind)\.ts$/.test(file)) return 'kinds'
  return /^src\/((?:content|features)\/[^/]+(?=\/)|[^/]+(?=\/))/.exec(file)?.[1] ?? 'root'
}

test('there are imports to check', () => {
  expect(imports.length).toBeGreaterThan(100)
})

type Edge = { file: string; from: string; room: string; other: string }

const edges: Edge[] = imports.flatMap(({ file, target, from, typeOnly }) => {
  if (!target?.startsWith('src/') || target.includes('/+types/')) return []
  if (target === tableOfOperations && typeOnly) return []
  const [room, other] = [roomOf(file), roomOf(target)]
  return room === other ? [] : [{ file, from, room, other }]
})

test('every room imports only what it may', () => {
  const wrong = edges.flatMap(({ file, from, room, other }) => {
    const rule = rooms.find((one) => one.room.test(room))
    if (!rule) return [`${file}: ${room} has no row in the table of rooms`]
    return rule.may.test(other) ? [] : [`${file} imports ${from}: ${rule.belongs}`]
  })
  expect(wrong).toEqual([])
})

test('there is no cycle between rooms', () => {
  expect(cyclesOf(edges.map(({ room, other }) => [room, other]))).toEqual([])
})

test(`no folder holds more than ${maxFiles} files`, () => {
  const inFolder = Map.groupBy(
    globSync('src/**/*.{ts,tsx,css}').filter((file) => !file.endsWith('.test.ts')),
    (file) => dirname(file),
  )
  const full = [...inFolder].filter(([, { length }]) => length > maxFiles)
  expect(
    full.map(([folder, { length }]) => `${folder} holds ${length} files: give a part of it its own folder`),
  ).toEqual([])
})

test('only files that may query the database import values from Drizzle', () => {
  const wrong = imports.filter((one) => /^drizzle-orm/.test(one.from) && !one.typeOnly && !drizzleFiles.test(one.file))
  expect(wrong.map(({ file, from }) => `${file} imports ${from}: it belongs in queries.ts`)).toEqual([])
})

test('other rooms import only types from server/, and React code only types of server code', () => {
  const wrong = imports.filter(
    ({ file, from, typeOnly }) =>
      !typeOnly &&
      ((/^#server/.test(from) && /^src\/(accounts|content|features|core|web|ui|reading)\//.test(file)) ||
        (react.test(file) && serverOnly.test(from))),
  )
  expect(wrong.map(({ file, from }) => `${file} imports ${from}: reach it through ctx, or by import type`)).toEqual([])
})

test('only the code that expects a refusal uses the browser’s storage', () => {
  const guarded = /^src\/(offline\/(storage|store)|web\/outbox\/database)\.ts$/
  const wrong = files.filter(
    (file) =>
      !guarded.test(file) &&
      /\b(localStorage|sessionStorage|indexedDB|createStore|openDB)\b/.test(readFileSync(file, 'utf8')),
  )
  expect(wrong.map((file) => `${file} uses the browser’s storage: use src/offline/storage.ts or store.ts`)).toEqual([])
})

test('only files that know what answers in place of the site call fetch', () => {
  const direct = /^src\/(offline\/(site-answer|assets|forms|worker)|ui\/state\/lazy)\.ts$/
  const wrong = files.filter(
    (file) =>
      /^src\/(offline|reading|web|ui|content|features)\//.test(file) &&
      !direct.test(file) &&
      /(?<![\w.#] ?)fetch\(/.test(readFileSync(file, 'utf8')),
  )
  expect(wrong.map((file) => `${file} calls fetch: use fetchFromSite (src/offline/site-answer.ts)`)).toEqual([])
})

test('jobs are queued by their type, never by a name in quotes', () => {
  const wrong = files.filter(
    (file) => !/^src\/(core\/(job|context)|server\/)/.test(file) && /\baddJob\(/.test(readFileSync(file, 'utf8')),
  )
  expect(wrong.map((file) => `${file} calls addJob: declare the job with jobType (core/job.ts)`)).toEqual([])
})

/** The folders of `src/content` that hold a content type: those with a kind.ts. */
const types = globSync('src/content/*/kind.ts').map((file) => file.split('/')[2] ?? '')
const lists = /^src\/(content\/(kinds|registry|importables|exportables|previews)|kiswahili)\.ts$/
/** These rooms contain no content type: in their code, `article` is an element of HTML. */
const roomsWithoutTypes = /^(text|core|accounts|ui|web|offline|reading)$/

test('a content type is named in quotes only in its own folder; other code reads content/kinds.ts', () => {
  const quotedType = new RegExp(`(?<!\\w\\[)(['"])(${types.map(camel).join('|')})\\1`, 'g')
  const wrong = files.flatMap((file) => {
    if (lists.test(file) || roomsWithoutTypes.test(roomOf(file))) return []
    const folder = /^src\/content\/([^/]+)\//.exec(file)?.[1] ?? ''
    // A type can have a field with the name of another type, such as the `media` of a tradition.
    const schema = types.includes(folder) ? readFileSync(`src/content/${folder}/schema.ts`, 'utf8') : ''
    return [...readFileSync(file, 'utf8').matchAll(quotedType)]
      .map(([, , name = '']) => name)
      .filter((name) => name !== camel(folder) && !new RegExp(`\\b${name}: `).test(schema))
      .map((name) => `${file} names “${name}”: read it from content/kinds.ts`)
  })
  expect(types.length).toBeGreaterThan(9)
  expect(wrong).toEqual([])
})

function camel(folder: string): string {
  return folder.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

test('there is no cycle between files, not even of types', () => {
  const imported = imports.flatMap(({ file, target }): [string, string][] => (target ? [[file, target]] : []))
  expect(cyclesOf(imported)).toEqual([])
})

function cyclesOf(edges: [string, string][]): string[] {
  const nexts = Map.groupBy(edges, ([from]) => from)
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (one: string, path: string[]) => {
    if (state.get(one) === 'done') return
    if (state.get(one) === 'open') {
      cycles.push([...path.slice(path.indexOf(one)), one].join(' → '))
      return
    }
    state.set(one, 'open')
    for (const [, next] of nexts.get(one) ?? []) visit(next, [...path, one])
    state.set(one, 'done')
  }
  for (const one of nexts.keys()) visit(one, [])
  return cycles
}

test('files are short: half have at most 60 lines, nine in ten at most 160, none more than 330', () => {
  const lengths = files.map((file) => readFileSync(file, 'utf8').split('\n').length - 1).sort((a, b) => a - b)
  const [half = 0, nineInTen = 0] = [0.5, 0.9].map((share) => lengths[Math.floor(lengths.length * share)] ?? 0)
  expect(half).toBeLessThanOrEqual(60)
  expect(nineInTen).toBeLessThanOrEqual(160)
  expect(lengths.at(-1)).toBeLessThanOrEqual(330)
})

/** Files that may wait for a fixed time, each with its reason. All other tests wait for an event (CONTRIBUTING.md). */
const mayWait: Record<string, string> = {
  'test/until.ts': 'pauses between two checks of something that sends no event',
}
const waiting = /\b(waitForTimeout|setTimeout|sleep|pause|delay)\((?!\))/

test('no test passes an asynchronous function to waitForFunction, which treats its promise as true', () => {
  const wrong = globSync('test/**/*.ts').filter((file) =>
    /waitForFunction\(\s*async\b/.test(readFileSync(file, 'utf8')),
  )
  expect(wrong).toEqual([])
})

test('no test waits for a fixed time', () => {
  const tests = [...globSync('{src,scripts,tools}/**/*.test.ts'), ...globSync('test/**/*.ts')]
  expect(tests.length).toBeGreaterThan(200)
  const waits = tests.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.some((line) => waiting.test(line) && !/test\.setTimeout\(|import /.test(line)) ? [file] : []
  })
  expect(
    waits.filter((file) => !(file in mayWait)).map((file) => `${file} waits for a time: wait for the event`),
  ).toEqual([])
  // An exception that is no longer needed must be removed.
  expect(Object.keys(mayWait).filter((file) => !waits.includes(file))).toEqual([])
})
