import { log } from '../observability/log.ts'
import { describeError } from '../observability/log-error.ts'
import { outageOf } from '../observability/outage.ts'

/** Messages for a failed start, by status, for the person who runs the site. */
const failureMessages: Record<number, string> = {
  503: 'Couldn’t connect to the database. Check DATABASE_URL, then start again.',
  507: 'The disk is full. Free some space, then start again. Nothing was changed.',
}

/**
 * Reports on standard error why the server couldn't start. Messages of our own code are printed as they are; of other
 * errors, which may quote a setting or a row, only what the log may contain.
 */
export function reportFailedStart(error: Error): void {
  const message = failureMessages[outageOf(error)?.status ?? 0] ?? (describeError(error).message && error.message)
  log[message ? 'debug' : 'fatal']({ err: error }, 'the start failed')
  if (message) console.error(message)
}

/** Logs an error that nothing caught, and ends the process: Node itself would print the parameters of a query. */
export function endOnCrash(): void {
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'the server crashed')
    process.exit(1)
  })
}
