import { expect, test } from 'vitest'
import { drillMachines, judge } from '../tools/drill/machines.ts'

// A small `npm run drill -- machines`: three servers of one site, one killed and one replaced under load.

test('no acknowledged write is lost, and only requests on the killed instance fail', {
  timeout: 480_000,
}, async () => {
  const seen = await drillMachines({ clients: 12, seconds: 8, pause: 300 })
  expect(judge(seen), JSON.stringify(seen)).toEqual([])
  expect(seen.acknowledged).toBeGreaterThan(10)
  expect(seen.reads).toBeGreaterThan(20)
  expect(seen.jobs).toBeGreaterThan(20)
})
