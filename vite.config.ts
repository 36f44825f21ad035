import { existsSync, readFileSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { manifest } from './src/core/operation.ts'
import { operations } from './src/operations.ts'

const readingManifest = '.react-router/reading/manifest.json'

/** Returns the address of the reading script: its built file, or its source in development. */
function readingScript(): string {
  if (!existsSync(readingManifest)) return '/src/reading/reading.ts'
  const built = JSON.parse(readFileSync(readingManifest, 'utf8')) as Record<string, { file: string }>
  return `/reading/${built['src/reading/reading.ts']?.file}`
}

const page = ['entry.client.tsx', 'root.tsx']
const publicForm = ['features/contact/send.page.tsx']
const dashboard = ['dashboard.layout.tsx', 'feed.page.tsx']

/**
 * Groups that keep the number of files of a page small: over HTTP/1.1 a browser loads six at a time, and small files
 * compress badly. A module belongs to the first group that reaches it.
 */
const groups = [group('page', page), group('form', publicForm, dashboard), group('dashboard', dashboard)]

/** Returns a group of the modules that each of these lists of entries in `src/` reaches. */
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

/** Returns these modules and everything they import statically. */
function reach(entries: string[], graph: Rolldown.ChunkingContext): Set<string> {
  const modules = new Set(entries.map((entry) => `${import.meta.dirname}/src/${entry}`))
  for (const id of modules) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) modules.add(imported)
  return modules
}

/** Pages whose files, including those loaded late, are needed to write without signal. */
const formPage = /\/src\/(features\/composer\/[\w-]+|content\/suggestion\/story|features\/outbox\/outbox)\.page\.tsx$/
/**
 * Modules that are not downloaded in advance: the video converter, because it is large (large videos chosen without
 * signal are sent at full size), and the Kiswahili texts, because those who read Kiswahili already have them.
 */
const leftOut = /\/src\/(web\/shrink\/video|kiswahili)\.ts$/

/** Lists the files of all forms in `/forms.json`, for the service worker to download in advance. */
function listForms(): Plugin {
  return {
    name: 'list-forms',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const isPage = ({ moduleIds }: Rolldown.OutputChunk) =>
        moduleIds.some((id) => formPage.test(id.split('?')[0] ?? ''))
      const needed = new Set(chunks.filter(isPage))
      for (const { imports, dynamicImports } of needed)
        for (const name of [...imports, ...dynamicImports]) {
          const chunk = byName.get(name)
          if (chunk && !chunk.moduleIds.some((id) => leftOut.test(id))) needed.add(chunk)
        }
      const styles = [...needed].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
      const files = [...new Set([...[...needed].map(({ fileName }) => fileName), ...styles])].map((name) => `/${name}`)
      this.emitFile({ type: 'asset', fileName: 'forms.json', source: JSON.stringify({ files: files.sort() }) })
    },
  }
}

/**
 * Turns an import of `file.ts?script` into the text of that file as a classic script, bundled and minified, to be
 * written into the HTML. Its syntax is old, so that it also runs in browsers that load no modules.
 */
function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      const [file = '', query] = id.split('?')
      if (query !== 'script') return
      // The browser has the script in the HTML, which React leaves as it is (`suppressHydrationWarning`).
      if (this.environment.name === 'client') return "export default ''"
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          write: false,
          target: 'es2015',
          modulePreload: false,
          rolldownOptions: { input: file, output: { format: 'iife' } },
        },
      })
      const { code, moduleIds } = (built as Rolldown.RolldownOutput).output[0]
      for (const module of moduleIds) this.addWatchFile(module)
      return { code: `export default ${JSON.stringify(code.trim())}`, moduleType: 'js' }
    },
  }
}

export default defineConfig(({ command }) => ({
  plugins: [inlineScripts(), reactRouter(), listForms()],
  define: {
    __API__: JSON.stringify(manifest(operations)),
    __READING__: JSON.stringify(command === 'build' ? readingScript() : '/src/reading/reading.ts'),
  },
  css: { transformer: 'lightningcss' },
  build: {
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    // Disables a warning about slow plugins of the framework, which appears on slow machines.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // Dynamic imports have no effect on the server, which has every page loaded; that is intended.
    ssr: { build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } },
  },
}))
