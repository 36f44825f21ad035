import { afterEach, beforeEach } from 'vitest'
import { processorSeconds } from './processor-time.ts'

declare module 'vitest' {
  interface TaskMeta {
    processorSeconds?: number
  }
}

// `npm test` refuses tests that need too much processor time (scripts/lib/cost.mjs).
let before = 0
beforeEach(() => {
  before = processorSeconds()
})
afterEach(({ task }) => {
  task.meta.processorSeconds = processorSeconds() - before
})
