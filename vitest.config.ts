import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The slowest test files, by part of their path. They start first, because one that started late would still be running
 * when all others have ended.
 */
const longest = [
  'test/visibility',
  'test/crawler',
  'import/large',
  'scripts/new-content',
  'media/copies',
  'media/memory',
  'order/race',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((part) => moduleId.includes(part))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const all = ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'tools/**/*.test.ts']
/** Files that replace modules. In a process that other files share, the modules may have been loaded already. */
const replacing = globSync(all).filter((file) => /^vi\.mock\(/m.test(readFileSync(file, 'utf8')))

const project = (test: { name: string; include: string[]; exclude?: string[]; isolate?: boolean }) => ({
  oxc: { jsx: { development: false } },
  test: {
    ...test,
    // Renders pages like a running site; React's development build is several times slower.
    env: { NODE_ENV: 'production' },
    testTimeout: 60_000,
    hookTimeout: 240_000,
  },
})

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      // If every file were isolated, a sixth of the time would go into loading the site's modules again.
      project({ name: 'shared', include: all, exclude: replacing, isolate: false }),
      project({ name: 'replacing', include: replacing }),
    ],
  },
})
