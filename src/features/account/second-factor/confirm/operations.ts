import { and, eq, isNull, sql } from 'drizzle-orm'
import { ownAccount } from '#accounts/account.ts'
import { methodsOf } from '#accounts/second-factor/factors.ts'
import { checkAll } from '#core/concurrency/check-all.ts'
import type { Context } from '#core/context.ts'
import { refused, Unauthorized } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { viewerOf } from '#core/permission.ts'
import { sessions } from '#core/tables.ts'
import { requirePassword } from '../../password/operations.ts'
import { Done } from '../../schema.ts'
import { passkeysOf, recordingWrongPasskey, usePasskey } from '../passkey/queries.ts'
import { authenticationOptions, type Challenge } from '../passkey/webauthn.ts'
import { requireProof, withSecondFactor } from '../proof.ts'
import { refusals } from '../refusals.ts'
import { Confirmation, PasskeyOptions } from '../schema.ts'

export const confirm = {
  confirmOptions: operation('POST', '/auth/confirm/options', 'account', {
    summary: 'Get options for the browser to confirm with a passkey that it’s you',
    output: PasskeyOptions,
    transaction: false,
    async handler(ctx) {
      const { id } = viewerOf(ctx)
      const options = await authenticationOptions(ctx, challengeOf(ctx), await passkeysOf(ctx, id))
      return { options: { ...options } }
    },
  }),

  confirmIdentity: operation('POST', '/auth/confirm', 'account', {
    summary: 'Confirm that it’s you: the password, and a second factor if you have one; or a passkey alone',
    input: Confirmation,
    output: Done,
    transaction: false,
    async handler(ctx, { password, ...proof }) {
      const row = await ownAccount(ctx)
      const { assertion } = proof
      if (assertion && password === undefined) {
        await recordingWrongPasskey(ctx, assertion, row, () =>
          ctx.transaction(async (inside) => {
            const { userVerified } = await usePasskey(inside, challengeOf(ctx), assertion)
            // Anyone can press a security key, so unless it checked its owner, the password is needed too.
            if (!userVerified) throw refused('password', refusals.needsPassword)
            await refresh(inside)
          }),
        )
        return { success: true as const }
      }
      if (password === undefined) throw refused('password', refusals.needsPassword)
      const { any } = await methodsOf(ctx, row.id)
      await checkAll(
        () => requirePassword(ctx, row, password, 'password'),
        () => any && requireProof(proof),
      )
      if (any) await withSecondFactor(ctx, row, proof, challengeOf(ctx), (inside) => refresh(inside))
      else await refresh(ctx)
      return { success: true as const }
    },
  }),

  /** Pages call this before a download by a plain link, because such a link can't show a dialog. */
  recentSignIn: operation('GET', '/auth/recent-sign-in', 'account', {
    recentSignIn: true,
    summary: 'Check whether you logged in, or confirmed that it’s you, within the last 15 minutes',
    output: Done,
    handler: async () => ({ success: true as const }),
  }),
}

function challengeOf(ctx: Context): Challenge {
  const { id, sessionId } = viewerOf(ctx)
  return { purpose: 'confirm', account: id, session: sessionId }
}

/** Makes the session's login count as recent again; its token stays the same. Throws Unauthorized if it has ended. */
async function refresh(ctx: Context): Promise<void> {
  const [refreshed] = await ctx.db
    .update(sessions)
    .set({ authenticatedAt: sql`now()` })
    .where(and(eq(sessions.id, viewerOf(ctx).sessionId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  if (!refreshed) throw new Unauthorized()
}
