import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

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

/** Starts to accept connections. Returns the port, which the system chooses for 0. */
export function listenOn(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Error(`Port ${port} is already in use. Set PORT to another one.`) : error,
      ),
    )
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })
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
