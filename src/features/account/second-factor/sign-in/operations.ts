import { eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { accounts } from '#core/tables.ts'
import { SignIn } from '../../schema.ts'
import { accountClosed, startSession } from '../../session/queries.ts'
import { ticketExpired } from '../errors.ts'
import { passkeysOf, recordingWrongPasskey, usePasskey } from '../passkey/queries.ts'
import { authenticationOptions, type Challenge } from '../passkey/webauthn.ts'
import { withSecondFactor } from '../proof.ts'
import { useOnce } from '../queries.ts'
import { PasskeyOptions, PasskeySignIn, SecondFactorProof, TicketOnly } from '../schema.ts'
import { openLoginTicket } from '../ticket.ts'

const alone: Challenge = { purpose: 'sign-in', account: '', session: '' }

export const secondFactorSignIn = {
  secondFactorOptions: operation('POST', '/auth/second-factor/options', 'public', {
    summary: 'Get options for the browser to use a passkey as the second step of a login',
    input: TicketOnly,
    output: PasskeyOptions,
    transaction: false,
    async handler(ctx, { ticket: sealedTicket }) {
      const { row } = await accountOfTicket(ctx, sealedTicket)
      const options = await authenticationOptions(ctx, challengeOf(row.id), await passkeysOf(ctx, row.id))
      return { options: { ...options } }
    },
  }),

  signInWithSecondFactor: operation('POST', '/auth/second-factor', 'public', {
    summary: 'Finish a login with the ticket from the first step and a code, a recovery code or a passkey',
    input: SecondFactorProof,
    output: SignIn,
    transaction: false,
    async handler(ctx, { ticket: sealedTicket, ...proof }) {
      const { row, ticket } = await accountOfTicket(ctx, sealedTicket)
      return withSecondFactor(ctx, row, proof, challengeOf(row.id), async (inside) => {
        await useOnce(inside, sealedTicket, ticket)
        return startSession(inside, row, 'password and second step')
      })
    },
  }),

  passkeyOptions: operation('POST', '/auth/passkey/options', 'public', {
    summary: 'Get options for the browser to log in with a passkey alone',
    output: PasskeyOptions,
    transaction: false,
    handler: async (ctx) => ({ options: { ...(await authenticationOptions(ctx, alone)) } }),
  }),

  signInWithPasskey: operation('POST', '/auth/passkey', 'public', {
    summary: 'Log in with a passkey alone, which its owner unlocked with a PIN, fingerprint or face',
    input: PasskeySignIn,
    output: SignIn,
    transaction: false,
    handler: (ctx, { assertion }) =>
      recordingWrongPasskey(ctx, assertion, null, () =>
        ctx.transaction(async (inside) => {
          const { account } = await usePasskey(inside, alone, assertion)
          if (account.disabledAt) throw accountClosed(account)
          return startSession(inside, account, 'passkey')
        }),
      ),
  }),
}

function challengeOf(account: string): Challenge {
  return { purpose: 'second-factor', account, session: '' }
}

/**
 * Returns the account that a login ticket is for. Throws if the ticket has expired, the password has changed, or the
 * account is disabled or deleted.
 */
async function accountOfTicket(ctx: Context, sealedTicket: string) {
  const { ticket, accountId, isFor } = openLoginTicket(ctx, sealedTicket)
  const [row] = await ctx.db.select().from(accounts).where(eq(accounts.id, accountId))
  if (!row || !isFor(row)) throw ticketExpired()
  if (row.disabledAt) throw accountClosed(row)
  return { row, ticket }
}
