import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const all = ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'tools/**/*.test.ts']
/** Files that replace modules. In a process that other files share, the modules may have been loaded already. */
const replacing = globSync(all).filter((file) => /^vi\.mock\(/m.test(readFileSync(file, 'utf8')))

const project = (test: { name: string; include: string[]; exclude?: string[]; isolate?: boolean }) => ({
  oxc: { jsx: { development: false } },
  test: {
    ...test,
    // Renders pages like a running site; React's development build is several times slower.
    env: { NODE_ENV: 'production' },
    setupFiles: ['test/measured.ts'],
    testTimeout: 60_000,
    hookTimeout: 240_000,
  },
})

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    // Garbage collections of short-lived objects took a sixth of a worker's time.
    execArgv: ['--max-semi-space-size=64'],
    maxWorkers: 2,
    projects: [
      // If every file were isolated, a sixth of the time would go into loading the site's modules again.
      project({ name: 'shared', include: all, exclude: replacing, isolate: false }),
      project({ name: 'replacing', include: replacing }),
    ],
  },
})
