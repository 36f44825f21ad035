import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// Who may import whom (docs/architecture.md). A room is a folder of src/; a content type and a feature are rooms each.
const rooms: { room: RegExp; may: RegExp; belongs: string }[] = [
  { room: /^core$/, may: /^core$/, belongs: 'core holds no I/O and knows no other room' },
  { room: /^ui$/, may: /^ui$/, belongs: 'ui knows no domain: pass it in as props' },
  {
    room: /^web$/,
    may: /^(core|web|reading|offline)$/,
    belongs: 'web knows core and what reading pages share: what knows a type belongs to it',
  },
  {
    room: /^offline$/,
    may: /^(core|content\/(entry|vocabulary)|offline)$/,
    belongs: 'the worker answers without the site: it knows how words are folded, and no page',
  },
  {
    room: /^reading$/,
    may: /^(reading|offline)$/,
    belongs: 'the reading script stands alone, or a framework slips in',
  },
  {
    room: /^content\/entry$/,
    may: /^(core|web|ui|content\/entry)$/,
    belongs: 'entry is shared by all types and knows none',
  },
  {
    room: /^content\/media$/,
    may: /^(core|web|ui|content\/(entry|media))$/,
    belongs: 'media is shared by all types and knows none but entry',
  },
  {
    room: /^content\/[^/]+$/,
    may: /^(core|web|ui|content\/(entry|media)|self)$/,
    belongs: 'a type never imports a sibling: what two share belongs in entry',
  },
  {
    room: /^features\/[^/]+$/,
    may: /^(core|web|ui|content\/[^/]+|features\/[^/]+)$/,
    belongs: 'a feature stands on core, web, ui and content',
  },
]
const drizzleFiles =
  /^src\/(core\/(column|tables|context)|server\/|content\/entry\/|content\/media\/|.*\/(table|operations|queries|jobs|search|search-statement|change|import|importable)\.ts)/
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
  return /^src\/((?:content|features)\/[^/]+(?=\/)|[^/]+(?=\/))/.exec(file)?.[1] ?? 'root'
}

test('there are imports to check', () => {
  expect(imports.length).toBeGreaterThan(100)
})

test('every room imports only what it may', () => {
  const wrong = imports.flatMap(({ file, target, from, typeOnly }) => {
    if (!target?.startsWith('src/') || target.includes('/+types/')) return []
    const room = roomOf(file)
    const other = roomOf(target)
    const rule = rooms.find((one) => one.room.test(room))
    if (!rule || (other === room && rule.may.test('self')) || other === room || rule.may.test(other)) return []
    // Whoever says something speaks the language; the reading script says nothing.
    if (target === 'src/core/language.ts' && room !== 'reading') return []
    // The table's and the root's types reach the browser as types alone.
    if (other === 'root' && typeOnly) return []
    return [`${file} imports ${from}: ${rule.belongs}`]
  })
  expect(wrong).toEqual([])
})

test('only tables, operations, queries and jobs touch Drizzle', () => {
  const wrong = imports.filter((one) => /^drizzle-orm/.test(one.from) && !one.typeOnly && !drizzleFiles.test(one.file))
  expect(wrong.map(({ file, from }) => `${file} imports ${from}: it belongs in queries.ts`)).toEqual([])
})

test('operations never import server/, React code takes server code by import type alone', () => {
  const wrong = imports.filter(
    ({ file, from, typeOnly }) =>
      !typeOnly &&
      ((/^#server/.test(from) && /^src\/(content|features|core|web|ui|reading)\//.test(file)) ||
        (react.test(file) && serverOnly.test(from))),
  )
  expect(wrong.map(({ file, from }) => `${file} imports ${from}: reach it through ctx, or by import type`)).toEqual([])
})

test('no import cycle', () => {
  const edges = new Map<string, string[]>()
  for (const { file, target, typeOnly } of imports)
    if (target && !typeOnly) edges.set(file, [...(edges.get(file) ?? []), target])
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    state.set(file, 'open')
    for (const next of edges.get(file) ?? []) visit(next, [...path, file])
    state.set(file, 'done')
  }
  for (const file of edges.keys()) visit(file, [])
  expect(cycles).toEqual([])
})
