import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { jsonAnswer } from './http.ts'

const answer = (value: unknown, accept?: string) => jsonAnswer(value, accept, { status: 200, headers: new Headers() })

it.each(['short', 'a whole page '.repeat(1000), 'more than is compressed at once '.repeat(10_000)])(
  'an answer is the same JSON with and without gzip',
  async (text) => {
    expect(await (await answer({ text }, 'br')).json()).toEqual({ text })
    const zipped = await answer({ text }, 'gzip, br')
    const bytes = Buffer.from(await zipped.arrayBuffer())
    const plain = zipped.headers.get('content-encoding') ? gunzipSync(bytes) : bytes
    expect(JSON.parse(plain.toString())).toEqual({ text })
    expect(zipped.headers.get('content-type')).toBe('application/json')
  },
)

it.each([
  ['gzip', true],
  ['br;q=1.0, gzip;q=0.5', true],
  ['gzip;q=0', false],
  ['gzip ; q=0.000, br', false],
  ['identity', false],
  [undefined, false],
])('an answer is gzipped for Accept-Encoding %s: %s', async (accept, zipped) => {
  const { headers } = await answer('x'.repeat(2000), accept)
  expect(headers.get('content-encoding')).toBe(zipped ? 'gzip' : null)
  expect(headers.get('vary')).toBe('accept-encoding')
})
