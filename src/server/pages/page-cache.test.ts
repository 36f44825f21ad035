import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { PageCache, toPage } from './page-cache.ts'

it('caches a page for a minute, because some change with time alone', async () => {
  const cache = new PageCache()
  const render = vi.fn(() => toPage(200, {}, Buffer.from('<p>sample</p>'), true))
  await cache.of('/', render)
  await cache.of('/', render)
  expect(render).toHaveBeenCalledTimes(1)
  const later = performance.now() + 60_001
  vi.spyOn(performance, 'now').mockImplementation(() => later)
  // The cache updates its time once a millisecond.
  await sleep(5)
  expect(cache.get('/')).toBeUndefined()
  await cache.of('/', render)
  expect(render).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
})

it('sends the headers of every answer with cached pages, too', async () => {
  const cache = new PageCache({ 'x-sample': 'yes' })
  await cache.of('/', () => toPage(200, {}, Buffer.from('<p>sample</p>'), true))
  const server = createServer((request, response) => void cache.answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const first = await fetch(url)
  expect([first.headers.get('x-sample'), await first.text()]).toEqual(['yes', '<p>sample</p>'])
  const fresh = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect([fresh.status, fresh.headers.get('x-sample')]).toEqual([304, 'yes'])
  server.closeAllConnections()
  server.close()
})
