import { once } from 'node:events'
import { connect } from 'node:net'

/** Starts a JSON POST request on its own connection. The caller sends the body at its own pace. */
export function openRequest(url: string, size: number, token?: string) {
  const { hostname, port, pathname, host } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // The response is read and discarded, because otherwise the end of the connection would go unnoticed.
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
    /** Waits until the data is accepted or the connection ends. */
    async write(piece: string | Buffer): Promise<void> {
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
    },
  }
}
