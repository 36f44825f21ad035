import { expect, test } from 'vitest'
import { drillMachines, judge } from '../tools/drill/machines.ts'
import { deep } from './depth.ts'

// Runs a small `npm run drill -- machines`: three servers of one site, one killed and one replaced under load.

test.runIf(deep)(
  'no acknowledged write is lost, and only requests on the killed instance fail',
  {
    timeout: 480_000,
  },
  async () => {
    const result = await drillMachines({ clients: 12, seconds: 8, pause: 300 })
    expect(judge(result), JSON.stringify(result)).toEqual([])
    expect(result.acknowledged).toBeGreaterThan(10)
    expect(result.reads).toBeGreaterThan(20)
    expect(result.jobs).toBeGreaterThan(20)
  },
)
