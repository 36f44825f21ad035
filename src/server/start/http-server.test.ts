import { expect, test } from 'vitest'
import { closeServer, createHttpServer, listenOn } from './http-server.ts'

test('an idle connection stays open for longer than the two minutes for which a proxy reuses it', async () => {
  const server = createHttpServer().on('request', (_request, response) => response.end('Sample answer'))
  const port = await listenOn(server, 0, '127.0.0.1')
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect(await answer.text()).toBe('Sample answer')
  expect(Number(answer.headers.get('keep-alive')?.replace('timeout=', ''))).toBeGreaterThan(120)
  await closeServer(server)
})

test('an address that can’t be used is reported in one sentence, and a port that becomes free is used', async () => {
  const holder = createHttpServer()
  const port = await listenOn(holder, 0, '127.0.0.1')
  const server = createHttpServer()
  const use = (host: string, waitMs = 0) => listenOn(server, port, host, waitMs)
  await expect(use('127.0.0.1')).rejects.toThrow(`Port ${port} is already in use. Set PORT to another one.`)
  for (const host of ['999.1.1.1', '192.0.2.1', 'nowhere.invalid'])
    await expect(use(host)).rejects.toThrow('HOST must be an address of this machine')
  const waiting = use('127.0.0.1', 45_000)
  await closeServer(holder)
  expect(await waiting).toBe(port)
  await closeServer(server)
})
