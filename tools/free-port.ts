import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a free port, for programs that must know theirs before they start. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const { port } = probe.address() as { port: number }
  await once(probe.close(), 'close')
  return port
}
