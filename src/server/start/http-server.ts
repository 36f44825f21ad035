import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** ms that the rest of an unread body may take after its answer. */
const unreadMs = 5_000
/** Maximum duration of open requests during a shutdown, in ms. */
const drainMs = 10_000

/**
 * Time in ms for which an idle connection stays open. Caddy reuses one for two minutes and nginx for one minute, and a
 * request that is sent into a connection while this side closes it would fail.
 */
const idleMs = 125_000

/** Creates the HTTP server. The caller adds the listener that answers requests. */
export function createHttpServer(): Server {
  // An upload over 2G may take an hour. Code that reads a body ends it when the sender stalls (core/input/body.ts,
  // content/media/receive/store-limited.ts).
  const server = createServer({
    requestTimeout: 3_600_000,
    headersTimeout: 20_000,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: 5_000,
  })
  return server.on('request', endUnread)
}

/** Closes the connection of an answered request whose body was not read completely. */
function endUnread(request: IncomingMessage, response: ServerResponse) {
  if (!('content-length' in request.headers || 'transfer-encoding' in request.headers)) return
  response.once('finish', () => {
    if (request.complete) return
    setTimeout(() => request.complete || request.socket.destroy(), unreadMs).unref()
  })
}

/**
 * Starts to accept connections. Returns the port, which the system chooses for 0. Waits for a server that is shutting
 * down.
 * @param waitMs how long to wait for a taken port, in ms
 * @throws {Error} with a message to show, if the address can't be used
 */
export async function listenOn(server: Server, port: number, host: string, waitMs = 5000): Promise<number> {
  const until = Date.now() + waitMs
  for (;;) {
    try {
      server.listen(port, host)
      await once(server, 'listening')
      return (server.address() as { port: number }).port
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EADDRINUSE' || Date.now() >= until) throw unusable(port, code) ?? error
      await sleep(100)
    }
  }
}

function unusable(port: number, code = ''): Error | undefined {
  if (code === 'EADDRINUSE') return new Error(`Port ${port} is already in use. Set PORT to another one.`)
  if (code === 'EACCES') return new Error(`This user may not use port ${port}. Set PORT to 1024 or more.`)
  if (/^(ENOTFOUND|EAI_\w+|EADDRNOTAVAIL|EINVAL)$/.test(code))
    return new Error('HOST must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.')
  return undefined
}

/** Stops accepting connections. Resolves when the open requests have ended, at the latest after 10 seconds. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), drainMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
