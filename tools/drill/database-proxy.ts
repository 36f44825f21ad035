import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Pair = { reader: Socket; database?: Socket }

/** Opens a TCP proxy to a database behind a Unix socket. It can act as if the database's machine went down. */
export async function openDatabaseProxy(databaseUrl: string) {
  const { password, username, pathname, searchParams } = new URL(databaseUrl.replace('@/', '@localhost/'))
  const open = new Set<Pair>()
  const lost = new Set<Pair>()
  let silent = false

  const listener = createServer((reader) => {
    const pair: Pair = { reader }
    const part = (socket: Socket, other?: Socket) =>
      socket
        .on('error', () => {})
        .on('close', () => {
          open.delete(pair)
          if (!lost.has(pair)) other?.destroy()
        })
    if (silent) return lost.add(pair) && part(reader)
    const database = connect(`${searchParams.get('host')}/.s.PGSQL.5432`)
    open.add(Object.assign(pair, { database }))
    part(reader, database).pipe(part(database, reader)).pipe(reader)
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const { port } = listener.address() as AddressInfo

  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    /** Cuts all connections and refuses new ones. */
    close() {
      listener.close()
      for (const pair of [...open, ...lost]) for (const end of Object.values(pair)) end.destroy()
    },
    /** Ends each new connection immediately while the proxy is closed, and counts them, until `end` is called. */
    async turnAway() {
      let attempts = 0
      const refusingServer = createServer((socket) => {
        attempts++
        socket.destroy()
      })
      await once(refusingServer.listen(port, '127.0.0.1'), 'listening')
      return { attempts: () => attempts, end: () => once(refusingServer.close(), 'close') }
    },
    open: () => once(listener.listen(port, '127.0.0.1'), 'listening'),
    /** Acts like a machine that lost power: connections stay open without answers. */
    fallSilent() {
      silent = true
      for (const pair of open) {
        lost.add(pair)
        for (const end of Object.values(pair)) end.unpipe().pause()
      }
    },
    /**
     * Acts like the machine after a restart: it has lost its earlier connections, and doesn't close them for clients.
     */
    speak() {
      silent = false
      for (const { database } of lost) database?.destroy()
    },
  }
}
