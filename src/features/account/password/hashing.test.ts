import { expect, test } from 'vitest'
import { openTurns } from './hashing.ts'

/** Returns work that ends when `end` is called. */
function pendingWork() {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { work: () => done, end: () => end() }
}

test('runs only as many tasks at the same time as there are slots, and password checks first', async () => {
  const inTurn = openTurns(1, { check: 5, make: 5 })
  const first = pendingWork()
  const order: string[] = []
  const all = [
    inTurn('make', first.work),
    ...['make', 'make', 'check', 'check'].map((kind) =>
      inTurn(kind as 'make' | 'check', async () => void order.push(kind)),
    ),
  ]
  expect(order).toEqual([])
  first.end()
  await Promise.all(all)
  expect(order).toEqual(['check', 'check', 'make', 'make'])
})

test('refuses with 503 and Retry-After when the queue is full, separately for each kind', async () => {
  const inTurn = openTurns(1, { check: 1, make: 2 })
  const first = pendingWork()
  const running = inTurn('make', first.work)
  const waiting = [inTurn('make', async () => 'made'), inTurn('make', async () => 'made')]
  await expect(inTurn('make', async () => 'made')).rejects.toMatchObject({ status: 503, retryAfter: 5 })
  waiting.push(inTurn('check', async () => 'checked'))
  await expect(inTurn('check', async () => 'checked')).rejects.toMatchObject({ status: 503 })
  first.end()
  await running
  expect(await Promise.all(waiting)).toEqual(['made', 'made', 'checked'])
})

test('frees the slot of a task that fails', async () => {
  const inTurn = openTurns(1, { check: 1, make: 1 })
  await expect(inTurn('check', () => Promise.reject(new Error('sample failure')))).rejects.toThrow('sample failure')
  expect(await inTurn('check', async () => 'checked')).toBe('checked')
})
