import { NoRoom, type Refusal, Unavailable } from '#core/errors.ts'
import { log } from './log.ts'
import { redact } from './log-error.ts'

/** Error codes of unreachable services: of the system, of PostgreSQL (08…, 53300 and 57P0…) and of S3 servers. */
const downCode =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\d\w\d|53300|57P0\d|TimeoutError|SlowDown|ServiceUnavailable|InternalError)$/
/** Messages of `pg` errors without a code. */
const lostMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Client .*not queryable|Query read timeout)/
const diskFullCode = /^(ENOSPC|EDQUOT|53100)$/

type Fault = { code?: unknown; name?: unknown; message?: unknown; syscall?: unknown; cause?: unknown }

/** Returns the original reason for the log, with personal data removed. */
function reasonOf(error: unknown): string {
  let fault = error as Fault
  while (fault.cause instanceof Object) fault = fault.cause as Fault
  return `${fault.code ?? fault.name}: ${redact(String(fault.message))}`
}

/** Returns the Refusal for an unavailable or full database or storage, or undefined for a bug in our code. */
export function outageOf(error: unknown): Refusal | undefined {
  let fault = error as Fault | undefined
  for (let depth = 0; fault instanceof Object && depth < 5; depth++, fault = fault.cause as Fault | undefined) {
    const names = [fault.code, fault.name].map(String)
    if (names.some((name) => diskFullCode.test(name))) return new NoRoom()
    if (names.some((name) => downCode.test(name)) || lostMessage.test(String(fault.message))) return new Unavailable()
    // The database was stopped, so its socket is gone.
    if (fault.code === 'ENOENT' && fault.syscall === 'connect') return new Unavailable()
  }
  return undefined
}

/** Returns the same as `outageOf`, and logs it. @param details the request's path or operation, and its id */
export function loggedOutage(error: unknown, details: Record<string, unknown>): Refusal | undefined {
  const outage = outageOf(error)
  if (outage) log.warn({ reason: reasonOf(error), ...details }, 'database or storage failed')
  return outage
}
