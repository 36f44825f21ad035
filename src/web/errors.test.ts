import { expect, test, vi } from 'vitest'
import { ApiError, isFinal, logFailure, Offline } from './errors.ts'
import { makeQueryClient } from './query-client.ts'

test('logs failures by kind, without people’s texts', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  logFailure('Upload failed', new ApiError(413, 'too_large', 'person@site.test wrote too much'))
  logFailure('Upload failed', new Offline())
  logFailure('Upload failed', new Error('Unexpected token eyJhbGciOi'))
  expect(log.mock.calls).toEqual([
    ['Upload failed', '413 too_large'],
    ['Upload failed', 'no answer'],
    ['Upload failed', 'error'],
  ])
  log.mockRestore()
})

test.each([
  [400, 'invalid', true],
  [413, 'too_large', true],
  [415, 'unsupported_media', true],
  [410, 'gone', true],
  [400, 'incomplete', false],
  [403, 'forbidden', false],
  [404, 'not_found', false],
  [409, 'conflict', false],
  [413, 'quota', false],
  [507, 'no_room', false],
  [503, 'busy', false],
])('knows whether a refusal with %i %s is final: %s', (status, code, final) => {
  expect(isFinal(new ApiError(status, code, 'A sentence for people'))).toBe(final)
})

test.each([
  ['article', 'Failed to fetch articles'],
  ['media', 'Failed to fetch media'],
  ['event', 'Failed to fetch events'],
])('logs a list of %s that can’t be loaded', async (type, message) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const client = makeQueryClient()
  const queryFn = () => Promise.reject(new ApiError(500, 'internal', 'A sentence for people'))
  await client.prefetchQuery({ queryKey: [type, 'list', 'feed'], queryFn })
  await client.prefetchQuery({ queryKey: ['poem', 'list', 'feed'], queryFn })
  expect(log.mock.calls).toEqual([[message, '500 internal']])
  log.mockRestore()
})
