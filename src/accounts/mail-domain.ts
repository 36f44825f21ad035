import type { Context } from '#core/context.ts'
import { refused } from '#core/errors.ts'
import { refuseInTransaction } from '#core/slow.ts'
import { refusals } from './refusals.ts'

/** Throws Invalid at `path` if no mail can arrive at this new email. Asks a name server. */
export async function requireMailDomain({ mail }: Pick<Context, 'mail'>, email: string, path: string): Promise<void> {
  refuseInTransaction('asking a name server')
  if (!mail.canReceive || (await mail.canReceive(email))) return
  throw refused(path, refusals.noMailDomain(email.slice(email.lastIndexOf('@') + 1)))
}
