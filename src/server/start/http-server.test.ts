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
