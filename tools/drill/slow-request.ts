import { once } from 'node:events'
import { connect } from 'node:net'

/** Opens a POST of JSON over its own connection, with a body that the caller sends at any speed. */
export function openRequest(url: string, size: number, token?: string) {
  const { hostname, port, pathname, host } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // Reads and drops the answer, because otherwise the end of the connection would not be noticed.
  socket.resume()
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    `content-length: ${size}`,
    ...(token ? [`authorization: Bearer ${token}`] : []),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return {
    /** Resolves when the server has closed the connection. */
    closed,
    get ended() {
      return socket.destroyed
    },
    /** Waits until the data was accepted, or the connection has ended. */
    async write(piece: string | Buffer): Promise<void> {
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
    },
  }
}
