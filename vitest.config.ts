import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files, by part of their path. They start first, because one started last would run on alone. */
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

export default defineConfig({
  oxc: { jsx: { development: false } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // Renders pages like a running site; React's development build is several times slower.
    env: { NODE_ENV: 'production' },
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 240_000,
  },
})
