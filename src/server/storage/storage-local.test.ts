import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storageContract } from './storage-contract.ts'
import { openLocalStorage } from './storage-local.ts'

const root = mkdtempSync(join(tmpdir(), 'urithi-storage-'))
let storage: Awaited<ReturnType<typeof openLocalStorage>>

beforeAll(async () => {
  storage = await openLocalStorage(root)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

storageContract(() => storage)

it('leaves no temporary file, and deletes those of a crash when it opens', async () => {
  expect(readdirSync(join(root, '.incoming'))).toEqual([])
  for (const name of ['old', 'young']) writeFileSync(join(root, '.incoming', name), 'x')
  utimesSync(join(root, '.incoming', 'old'), 0, 0)
  await openLocalStorage(root)
  expect(readdirSync(join(root, '.incoming'))).toEqual(['young'])
})
