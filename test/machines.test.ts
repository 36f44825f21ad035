import { expect, test } from 'vitest'
import { drillMachines, judge } from '../scripts/drill/machines.ts'

// `npm run drill -- machines` in small: three servers of one site, one killed and one replaced while people use them.

test('no acknowledged write is lost, and no request fails but those on the instance that was killed', {
  timeout: 480_000,
}, async () => {
  const seen = await drillMachines({ clients: 12, seconds: 8, pause: 300 })
  expect(judge(seen), JSON.stringify(seen)).toEqual([])
  expect(seen.acknowledged).toBeGreaterThan(10)
  expect(seen.reads).toBeGreaterThan(20)
  expect(seen.jobs).toBeGreaterThan(20)
})
