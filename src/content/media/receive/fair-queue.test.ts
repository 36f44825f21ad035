import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fairTurns } from './fair-queue.ts'

it('lets an owner with one task pass another who has hundreds', async () => {
  const inTurn = fairTurns({ atOnce: 1, mostWaiting: 300 })
  const done: string[] = []
  const work = (owner: string) =>
    inTurn(owner, async () => {
      await nextTurn()
      done.push(owner)
    })
  const all = [...Array.from({ length: 200 }, () => work('greedy')), work('modest'), work('other')]
  await Promise.all(all)
  expect(done).toHaveLength(202)
  expect(done.indexOf('modest')).toBeLessThan(4)
  expect(done.indexOf('other')).toBeLessThan(6)
})

it('runs no more tasks at once than allowed, and continues after a task fails', async () => {
  const inTurn = fairTurns({ atOnce: 3, mostWaiting: 100 })
  let running = 0
  let most = 0
  const work = (at: number) =>
    inTurn(`owner ${at % 4}`, async () => {
      most = Math.max(most, ++running)
      await nextTurn()
      running--
      if (at % 2) throw new Error('failed')
      return at
    })
  const results = await Promise.allSettled(Array.from({ length: 60 }, (_, at) => work(at)))
  expect(most).toBe(3)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  expect(await work(60)).toBe(60)
})

it('refuses only the owner who has too many tasks waiting', async () => {
  const inTurn = fairTurns({ atOnce: 1, mostWaiting: 2 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = inTurn('greedy', () => promise)
  const waiting = [1, 2].map(() => inTurn('greedy', async () => {}))
  await expect(inTurn('greedy', async () => {})).rejects.toMatchObject({ status: 429 })
  const other = inTurn('modest', async () => 'done')
  resolve()
  await Promise.all([first, ...waiting])
  expect(await other).toBe('done')
})
