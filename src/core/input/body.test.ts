import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TooLarge } from '../errors.ts'
import { readBody } from './body.ts'

const limits = { max: 10, tooLarge: () => new TooLarge('too large') }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns a request whose body arrives as the test sends it. */
function openRequest() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own
    },
  })
  return {
    request: new Request('http://site.test', { method: 'POST', body, duplex: 'half' } as RequestInit),
    send: (piece: string) => controller?.enqueue(new TextEncoder().encode(piece)),
    end: () => controller?.close(),
    breakOff: () => controller?.error(new Error('ECONNRESET')),
  }
}

/** Reads the body and records the outcome, which is undefined while it waits. */
function noteOutcome(...args: Parameters<typeof readBody>) {
  const result: { outcome?: unknown } = {}
  readBody(...args).then(
    (bytes) => {
      result.outcome = String(bytes)
    },
    (error) => {
      result.outcome = error.status
    },
  )
  return result
}

test('joins the chunks of a body', async () => {
  const { request, send, end } = openRequest()
  const reading = readBody(request, limits)
  for (const piece of ['one', 'two']) send(piece)
  end()
  expect(String(await reading)).toBe('onetwo')
})

test('stops at the limit', async () => {
  const { request, send } = openRequest()
  for (const piece of ['123456', '123456']) send(piece)
  await expect(readBody(request, limits)).rejects.toMatchObject({ status: 413 })
})

test('answers 408 to a sender who stalls', async () => {
  const { request, send } = openRequest()
  const result = noteOutcome(request, { ...limits, silenceMs: 20 })
  for (const piece of ['one', 'two']) {
    await vi.advanceTimersByTimeAsync(19)
    send(piece)
  }
  await vi.advanceTimersByTimeAsync(19)
  expect(result.outcome).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(result.outcome).toBe(408)
})

test('answers 408 to a sender who takes too long in total', async () => {
  const { request, send } = openRequest()
  const result = noteOutcome(request, { ...limits, silenceMs: 1000, wholeMs: 100 })
  for (let piece = 0; piece < 3; piece++) {
    await vi.advanceTimersByTimeAsync(30)
    send('x')
  }
  await vi.advanceTimersByTimeAsync(9)
  expect(result.outcome).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(result.outcome).toBe(408)
})

test('treats a broken connection as the sender’s error', async () => {
  const { request, send, breakOff } = openRequest()
  const reading = readBody(request, limits)
  send('one')
  await vi.advanceTimersByTimeAsync(0)
  breakOff()
  await expect(reading).rejects.toMatchObject({ status: 400 })
})
