import { expect, test } from 'vitest'
import { drillMachines, judge, type Seen } from '../tools/drill/machines.ts'
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

const good: Seen = {
  ...{ reads: 30, acknowledged: 20, lost: 0, doubled: 0, inFlight: 2, failed: [] },
  ...{ jobs: 40, jobsCutOff: 1, jobsRunTwice: 0, jobsNotRun: 0 },
  ...{ seenBy: 50, signedOut: 20, streamEnded: 30, stopTook: 2_000, pieces: 'whole' },
}

test.each<[Partial<Seen>, string[]]>([
  [{}, []],
  [{ lost: 1 }, ['acknowledged posts that were lost: 1']],
  [{ doubled: 2 }, ['posts that were stored twice: 2']],
  [{ jobsRunTwice: 1 }, ['jobs that ran twice: 1']],
  [{ jobsNotRun: 3 }, ['jobs that did not run: 3']],
  [{ pieces: 'not whole' }, ['damaged files that were sent in pieces: 1']],
  [{ signedOut: 1001 }, ['an ended session stayed valid for 1001 ms']],
  [{ stopTook: 30_001 }, ['stopping took 30001 ms']],
  [{ failed: ['post: 500'] }, ['post: 500']],
])('the drill judges %j', (fault, violations) => {
  expect(judge({ ...good, ...fault })).toEqual(violations)
})
