import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { PageCache, toPage } from './page-cache.ts'

it('caches a page for a minute, because some change with time alone', async () => {
  // The cache reads the clock once a millisecond, which it measures with a timer.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let time = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const wait = (ms: number) => {
    time += ms
    vi.advanceTimersByTime(ms)
  }
  const cache = new PageCache()
  const render = vi.fn(() => toPage(200, {}, Buffer.from('<p>sample</p>'), true))
  await cache.of('/', render)
  await cache.of('/', render)
  expect(render).toHaveBeenCalledTimes(1)
  wait(60_000)
  expect(cache.get('/')).toBeDefined()
  wait(1)
  expect(cache.get('/')).toBeUndefined()
  await cache.of('/', render)
  expect(render).toHaveBeenCalledTimes(2)
})

it('sends the headers of every answer with cached pages, too', async () => {
  const cache = new PageCache({ 'x-sample': 'yes' })
  await cache.of('/', () => toPage(200, {}, Buffer.from('<p>sample</p>'), true))
  const server = createServer((request, response) => void cache.answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const first = await fetch(url)
  expect([first.headers.get('x-sample'), await first.text()]).toEqual(['yes', '<p>sample</p>'])
  const fresh = await fetch(url, { headers: { 'if-none-match': `"x", W/${first.headers.get('etag')}` } })
  expect([fresh.status, fresh.headers.get('x-sample')]).toEqual([304, 'yes'])
  server.closeAllConnections()
  server.close()
})
