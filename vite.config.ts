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

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  define: {
    __API__: JSON.stringify(manifest(operations)),
    __READING__: JSON.stringify(command === 'build' ? readingScript() : '/src/reading/reading.ts'),
  },
  css: { transformer: 'lightningcss' },
  build: { cssMinify: 'lightningcss', assetsInlineLimit: 0 },
}))
