import { expect, test } from 'vitest'
import { TooLarge } from '../errors.ts'
import { readBody } from './body.ts'

const limits = { max: 10, tooLarge: () => new TooLarge('too large') }

function request(pieces: string[], pauseMs = 0, end: 'ends' | 'breaks' = 'ends') {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      const piece = pieces.shift()
      if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece))
      else if (end === 'ends') controller.close()
      else controller.error(new Error('ECONNRESET'))
    },
  })
  return new Request('http://site.test', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

test('returns the pieces as one', async () => {
  expect(String(await readBody(request(['one', 'two']), limits))).toBe('onetwo')
})

test('stops at the limit', async () => {
  await expect(readBody(request(['123456', '123456']), limits)).rejects.toMatchObject({ status: 413 })
})

test('answers 408 to a sender who stalls', async () => {
  await expect(readBody(request(['one'], 200), { ...limits, silenceMs: 20 })).rejects.toMatchObject({ status: 408 })
})

test('answers 408 to a sender who takes too long in total', async () => {
  const slow = request(Array(10).fill('x'), 30)
  await expect(readBody(slow, { ...limits, silenceMs: 1000, wholeMs: 100 })).rejects.toMatchObject({ status: 408 })
})

test('takes a broken connection for the sender’s matter', async () => {
  await expect(readBody(request(['one'], 0, 'breaks'), limits)).rejects.toMatchObject({ status: 400 })
})
