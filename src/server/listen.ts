import { Client } from 'pg'

/**
 * Listens on a NOTIFY channel, and comes back by itself when the connection breaks.
 * @param onState tells whether notices are heard now; what happened while they were not is unknown
 */
export function listen(
  url: string,
  channel: string,
  onNotice: (payload: string) => void,
  onState: (heard: boolean) => void,
) {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function connect() {
    const next = new Client({ connectionString: url, keepAlive: true })
    client = next
    next.on('notification', ({ payload = '' }) => onNotice(payload))
    next.on('error', () => {})
    next.once('end', () => {
      onState(false)
      if (!stopped) timer = setTimeout(connect, 1000)
    })
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
      onState(true)
    } catch {
      await next.end().catch(() => {})
    }
  }

  return {
    ready: connect(),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
