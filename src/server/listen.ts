import { Client } from 'pg'
import type { Lock } from './instances.ts'

/** So often the connection is asked whether it still lives, and so long it may take to say so. In ms. */
const pace = { every: 10_000, patience: 10_000 }
/** A machine that lost its power holds nothing for longer than half a minute. */
const keepAlives = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/**
 * Listens on a NOTIFY channel, and comes back by itself when the connection breaks.
 * @param onState tells whether notices are heard now; what happened while they were not is unknown. `silent`: the server
 * answers nothing any more, and has not closed the connection
 */
export function listen(
  url: string,
  channel: string,
  onNotice: (payload: string) => void,
  onState: (heard: boolean, silent?: boolean) => void,
  { every, patience } = pace,
) {
  const held = new Set<Lock>()
  let client: Client | undefined
  /** What is held is taken with the connection; what is held from then on, at once. A lock taken twice has to be let go twice. */
  let taken = false
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
    // Once: a connection that fell silent may end much later, or never.
    const gone = (silent = false) => {
      if (client !== next) return
      client = undefined
      taken = false
      clearInterval(pulse)
      onState(false, silent)
      next.end().catch(() => {})
      if (!stopped) timer = setTimeout(connect, 1000)
    }
    next.on('notification', ({ payload = '' }) => {
      if (client === next) onNotice(payload)
    })
    next.on('error', () => gone()).once('end', () => gone())
    try {
      await next.connect()
      for (const lock of held) await take(next, lock)
      taken = true
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
      pulse = setInterval(() => {
        const asked = Date.now()
        // An answer that comes late to a process that stood still itself says nothing about the server.
        next.query('select 1').catch(() => gone(Date.now() - asked < patience + 2_000))
      }, every)
      onState(true)
    } catch {
      gone()
    }
  }

  return {
    ready: connect(),
    /** Holds an advisory lock for as long as this process lives; others may hold it, too. Answers how to let it go. */
    async hold(lock: Lock): Promise<() => void> {
      held.add(lock)
      if (client && taken) await take(client, lock).catch(() => {})
      return () => {
        held.delete(lock)
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
