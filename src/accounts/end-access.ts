import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { endSessions, forgetDevices } from './sessions.ts'
import { forgetTokens } from './tokens.ts'

/**
 * Ends any access that other people may have to an account whose password has changed: ends its sessions, and forgets
 * its devices and tokens. Links that undo changes stay (`forgetTokens`).
 * @param except the owner's current session and the hash of their current device, which stay
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
