import type { Context } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { refusals } from './refusals.ts'

/** Throws Invalid at `path` if no mail can arrive at this new email. Call it outside a transaction if you can. */
export async function requireMailDomain({ mail }: Pick<Context, 'mail'>, email: string, path: string): Promise<void> {
  if (!mail.canReceive || (await mail.canReceive(email))) return
  const message = refusals.noMailDomain(email.slice(email.lastIndexOf('@') + 1))
  throw new Invalid(message, [{ path, message }])
}
