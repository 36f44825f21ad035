import { existsSync, readFileSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { manifest } from './src/core/operation.ts'
import { operations } from './src/operations.ts'

const readingManifest = '.react-router/reading/manifest.json'

/** Where the reading script lies: the file of its own build, or its source while developing. */
function readingScript(): string {
  if (!existsSync(readingManifest)) return '/src/reading/reading.ts'
  const built = JSON.parse(readFileSync(readingManifest, 'utf8')) as Record<string, { file: string }>
  return `/reading/${built['src/reading/reading.ts']?.file}`
}

/** What this many pages share of ui and web is one file: it compresses better, and the site map names it once a page. */
const shared = { name: 'shared', test: /src\/(ui|web)\//, minShareCount: 40 }

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [reactRouter()],
  define: {
    __API__: JSON.stringify(manifest(operations)),
    __READING__: JSON.stringify(command === 'build' ? readingScript() : '/src/reading/reading.ts'),
  },
  css: { transformer: 'lightningcss' },
  build: {
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: [shared] } } },
  },
}))
