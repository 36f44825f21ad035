import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { UntilChanged } from './until-changed.ts'

/** Returns a context whose version can be changed, and a computation that counts how often it ran. */
function setUp(max = 10) {
  const state = { version: 1 as number | undefined, runs: 0 }
  const ctx = { db: {} as Context['db'], contentVersion: () => state.version }
  const results = new UntilChanged<number>(max)
  return { state, ctx, results, read: (key = 'key', from = ctx) => results.of(from, key, async () => ++state.runs) }
}

test('computes once for simultaneous and later requests, until content changes', async () => {
  const { state, read } = setUp()
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  expect(await read()).toBe(1)
  state.version = 2
  expect(await read()).toBe(2)
})

test('keeps keys and databases apart', async () => {
  const { ctx, read } = setUp()
  expect([await read('one'), await read('another')]).toEqual([1, 2])
  expect(await read('one', { ...ctx, db: {} as Context['db'] })).toBe(3)
  expect(await read('one')).toBe(1)
})

test('stores nothing while the instance isn’t notified of changes', async () => {
  const { state, read } = setUp()
  state.version = undefined
  expect([await read(), await read()]).toEqual([1, 2])
})

test('doesn’t store a failure', async () => {
  const { ctx, results, read } = setUp()
  await expect(results.of(ctx, 'key', () => Promise.reject(new Error('sample')))).rejects.toThrow('sample')
  expect(await read()).toBe(1)
})

test('stores no more results than allowed', async () => {
  const { read } = setUp(1)
  expect([await read('one'), await read('another'), await read('one')]).toEqual([1, 2, 3])
})

test('a result that was overtaken by a change is not stored', async () => {
  const { state, ctx, results, read } = setUp()
  const overtaken = results.of(ctx, 'key', async () => 0)
  state.version = 2
  expect([await overtaken, await read()]).toEqual([0, 1])
})
