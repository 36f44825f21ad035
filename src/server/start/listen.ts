import { Client } from 'pg'
import type { Lock } from './instances.ts'

/** Interval of checks that the connection is alive, and maximum time for an answer, in ms. */
const pace = { every: 10_000, patience: 10_000 }
/** These make PostgreSQL close, within half a minute, the connections of a machine that lost power. */
const keepAlives = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/**
 * Listens on a NOTIFY channel and reconnects when the connection breaks.
 * @param onState called with whether notices arrive; any sent while disconnected are lost. `silent` means that the
 * server stopped answering without closing the connection
 */
export function listen(
  url: string,
  channel: string,
  onNotice: (payload: string) => void,
  onState: (connected: boolean, silent?: boolean) => void,
  { every, patience } = pace,
) {
  const locks = new Set<Lock>()
  let client: Client | undefined
  /**
   * True if the locks in `locks` were taken on the current connection. Locks are counted, so one taken twice has to be
   * released twice.
   */
  let locked = false
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function connect() {
    const next = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      options: keepAlives,
    })
    client = next
    let pulse: NodeJS.Timeout | undefined
    // This runs once per connection: an unresponsive one may end much later, or never.
    const handleDisconnect = (silent = false) => {
      if (client !== next) return
      client = undefined
      locked = false
      clearInterval(pulse)
      onState(false, silent)
      next.end().catch(() => {})
      if (!stopped) timer = setTimeout(connect, 1000)
    }
    next.on('notification', ({ payload = '' }) => {
      if (client === next) onNotice(payload)
    })
    next.on('error', () => handleDisconnect()).once('end', () => handleDisconnect())
    try {
      await next.connect()
      for (const lock of locks) await take(next, lock)
      locked = true
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
      pulse = setInterval(() => {
        const startedAt = Date.now()
        // If the answer is late because this process was suspended, the server isn't to blame.
        next.query('select 1').catch(() => handleDisconnect(Date.now() - startedAt < patience + 2_000))
      }, every)
      onState(true)
    } catch {
      handleDisconnect()
    }
  }

  return {
    ready: connect(),
    /** Holds a shared advisory lock while this process lives. Returns the function that releases it. */
    async hold(lock: Lock): Promise<() => void> {
      locks.add(lock)
      if (client && locked) await take(client, lock).catch(() => {})
      return () => {
        locks.delete(lock)
        client?.query('select pg_advisory_unlock_shared($1, $2)', [...lock]).catch(() => {})
      }
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}

const take = (client: Client, lock: Lock) => client.query('select pg_advisory_lock_shared($1, $2)', [...lock])
