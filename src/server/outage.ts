import { NoRoom, type Refusal, Unavailable } from '#core/errors.ts'
import { log } from './log.ts'

/** Nobody is there, or the way is cut: of the system, of PostgreSQL (classes 08, 53 and 57P), of an S3 server. */
const away =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\d\w\d|53300|57P0\d|TimeoutError|SlowDown|ServiceUnavailable|InternalError)$/
/** What `pg` says without a code. */
const cut = /^(Connection terminated|timeout exceeded when trying to connect|Client .*not queryable|Query read timeout)/
const full = /^(ENOSPC|EDQUOT|53100)$/

type Fault = { code?: unknown; name?: unknown; message?: unknown; syscall?: unknown; cause?: unknown }

/** What the log says of it: the way there, not what was asked. */
function reasonOf(error: unknown): string {
  let fault = error as Fault
  while (fault.cause instanceof Object) fault = fault.cause as Fault
  return `${fault.code ?? fault.name}: ${fault.message}`
}

/** What a fault of database or storage is to whoever asks: one that passes, a full disk, or undefined for one of ours. */
export function outageOf(error: unknown): Refusal | undefined {
  let fault = error as Fault | undefined
  for (let depth = 0; fault instanceof Object && depth < 5; depth++, fault = fault.cause as Fault | undefined) {
    const names = [fault.code, fault.name].map(String)
    if (names.some((name) => full.test(name))) return new NoRoom()
    if (names.some((name) => away.test(name)) || cut.test(String(fault.message))) return new Unavailable()
    // The socket of a database that has stopped.
    if (fault.code === 'ENOENT' && fault.syscall === 'connect') return new Unavailable()
  }
  return undefined
}

/** The same, with a line in the log. @param asked what was asked for, and the id of the request */
export function loggedOutage(error: unknown, asked: Record<string, unknown>): Refusal | undefined {
  const outage = outageOf(error)
  if (outage) log.warn({ reason: reasonOf(error), ...asked }, 'database or storage fails')
  return outage
}
