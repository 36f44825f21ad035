import { afterEach, beforeEach } from 'vitest'
import { cpuSecondsOfTree } from '../tools/bench/processes.ts'

declare module 'vitest' {
  interface TaskMeta {
    processorSeconds?: number
  }
}

// `npm test` refuses tests that need too much processor time (scripts/lib/cost.mjs).
let before = 0
beforeEach(() => {
  before = cpuSecondsOfTree(process.pid)
})
afterEach(({ task }) => {
  task.meta.processorSeconds = cpuSecondsOfTree(process.pid) - before
})
