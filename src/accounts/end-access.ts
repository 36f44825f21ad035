import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { endSessions, forgetDevices } from './sessions.ts'
import { forgetTokens } from './tokens.ts'

/**
 * Ends what other people may have of an account whose password changed: its sessions, devices and tokens. Links that
 * undo changes stay (`forgetTokens`).
 * @param except the session and the hash of the device that the owner uses now
 */
export async function endOtherAccess(
  db: NodePgDatabase,
  accountId: string,
  except: { sessionId?: string | undefined; device?: string | undefined } = {},
): Promise<void> {
  await endSessions(db, accountId, except.sessionId)
  await forgetDevices(db, accountId, except)
  await forgetTokens(db, accountId)
}
