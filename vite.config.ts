import { existsSync, readFileSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Rolldown } from 'vite'
import { manifest } from './src/core/operation.ts'
import { operations } from './src/operations.ts'

const readingManifest = '.react-router/reading/manifest.json'

/** Where the reading script lies: the file of its own build, or its source while developing. */
function readingScript(): string {
  if (!existsSync(readingManifest)) return '/src/reading/reading.ts'
  const built = JSON.parse(readFileSync(readingManifest, 'utf8')) as Record<string, { file: string }>
  return `/reading/${built['src/reading/reading.ts']?.file}`
}

const page = ['entry.client.tsx', 'root.tsx']
const login = ['features/account/login.page.tsx']
const dashboard = ['features/dashboard/dashboard.layout.tsx', 'features/feed/feed.page.tsx']

/**
 * What a page needs at once is few files: over HTTP/1.1 a browser asks for six at a time, each a round trip, and what is small
 * compresses badly. A module goes to the first group that it belongs to.
 */
const groups = [group('page', page), group('member', login, dashboard), group('dashboard', dashboard)]

/** The modules of `src/` that each of these lists of entries reaches. */
function group(name: string, ...lists: string[][]) {
  let reached: Set<string>[] | undefined
  return {
    debugName: name,
    name(id: string, graph: Rolldown.ChunkingContext) {
      reached ??= lists.map((entries) => reach(entries, graph))
      return reached.every((modules) => modules.has(id)) ? name : null
    },
  }
}

/** These modules, and all that they import without `import()`. */
function reach(entries: string[], graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set(entries.map((entry) => `${import.meta.dirname}/src/${entry}`))
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  define: {
    __API__: JSON.stringify(manifest(operations)),
    __READING__: JSON.stringify(command === 'build' ? readingScript() : '/src/reading/reading.ts'),
  },
  css: { transformer: 'lightningcss' },
  build: {
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    // Says on a slow machine that the framework's own plugins are slow.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // The server has every page at once: what one of them fetches later and another at once is no oversight there.
    ssr: { build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } },
  },
}))
