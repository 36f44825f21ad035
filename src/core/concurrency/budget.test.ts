import { expect, test } from 'vitest'
import { Budget } from './budget.ts'

test('queues requests beyond the total in order of arrival', async () => {
  const budget = new Budget(10)
  const first = await budget.take(8, 'one')
  const admitted: string[] = []
  const second = budget.take(5, 'two').then((release) => admitted.push('two') && release)
  const third = budget.take(2, 'three').then((release) => admitted.push('three') && release)
  await Promise.resolve()
  expect(admitted).toEqual([])
  first()
  await Promise.all([second, third])
  expect(admitted).toEqual(['two', 'three'])
})

test('lets owners take turns, so that many requests of one delay others by one or two', async () => {
  const budget = new Budget(1)
  const admitted: string[] = []
  let release = await budget.take(1, 'busy')
  const enter = async (owner: string) => {
    release = await budget.take(1, owner)
    admitted.push(owner)
  }
  const admitNext = async () => {
    const before = admitted.length
    release()
    while (admitted.length === before) await Promise.resolve()
  }
  const all = ['busy', 'busy', 'busy', 'busy', 'one', 'two', 'one'].map(enter)
  for (let i = 0; i < 3; i++) await admitNext()
  // Newcomers don't overtake an owner's requests for ever.
  all.push(...['one', 'three'].map(enter))
  while (admitted.length < all.length) await admitNext()
  expect(admitted.join()).toBe('busy,one,two,busy,one,three,busy,one,busy')
})

test('answers 503 with Retry-After after waiting too long', async () => {
  const budget = new Budget(10, { patienceMs: 20 })
  const release = await budget.take(10, 'one')
  await expect(budget.take(1, 'two')).rejects.toMatchObject({ status: 503, code: 'busy', retryAfter: 5 })
  release()
  await budget.take(10, 'two')
})

test('leaves room for others beside one owner with many requests', async () => {
  const budget = new Budget(10, { share: 5, patienceMs: 20 })
  await budget.take(5, 'one')
  const more = budget.take(1, 'one')
  await budget.take(5, 'two')
  await expect(more).rejects.toMatchObject({ status: 503 })
})

test('admits a request larger than the total when nothing else is held', async () => {
  const budget = new Budget(10, { share: 5, patienceMs: 20 })
  const release = await budget.take(50, 'one')
  await expect(budget.take(1, 'two')).rejects.toMatchObject({ status: 503 })
  release()
  release()
  await budget.take(10, 'two')
  await expect(budget.take(1, 'three')).rejects.toMatchObject({ status: 503 })
})
