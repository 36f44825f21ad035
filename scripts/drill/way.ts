import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Pair = { reader: Socket; database?: Socket }

/** A way over TCP to a database behind a socket, that can be cut as when its machine goes down. */
export async function openWay(databaseUrl: string) {
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
    /** Everyone is cut off, and refused from then on. */
    close() {
      listener.close()
      for (const pair of [...open, ...lost]) for (const end of Object.values(pair)) end.destroy()
    },
    open: () => once(listener.listen(port, '127.0.0.1'), 'listening'),
    /** As a machine that lost its power: nobody is answered, and nobody is told. */
    fallSilent() {
      silent = true
      for (const pair of open) {
        lost.add(pair)
        for (const end of Object.values(pair)) end.unpipe().pause()
      }
    },
    /** It is back, and knows nothing of who was connected before: they are not told of that either. */
    speak() {
      silent = false
      for (const { database } of lost) database?.destroy()
    },
  }
}
