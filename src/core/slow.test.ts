import { expect, it } from 'vitest'
import { asTransaction, refuseInTransaction } from './slow.ts'

const work = async () => refuseInTransaction('sample work')

it('refuses slow work in a transaction, also if it is begun there and runs later', async () => {
  await expect(work()).resolves.toBeUndefined()
  await expect(asTransaction(work)).rejects.toThrow('sample work must not happen in a transaction')
  await expect(asTransaction(async () => Promise.resolve().then(work))).rejects.toThrow('sample work')
  await expect(work()).resolves.toBeUndefined()
})
