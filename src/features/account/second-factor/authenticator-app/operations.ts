import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { lockAccount, ownAccount } from '#accounts/account.ts'
import { tellOfFactor, updateSecondFactorSince } from '#accounts/second-factor/factors.ts'
import { authenticatorApps } from '#accounts/second-factor/table.ts'
import { audit } from '#core/audit.ts'
import { Conflict, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { viewerOf } from '#core/permission.ts'
import { Done } from '../../schema.ts'
import { recordingFailures } from '../../session/failures.ts'
import { wrongCode } from '../errors.ts'
import { firstRecoveryCodes } from '../queries.ts'
import { refusals } from '../refusals.ts'
import { AppSetup, FirstCode, NewFactor } from '../schema.ts'
import { tellOfAddedFactor } from '../undo/queries.ts'
import { useAppCode } from './queries.ts'
import { newTotpSecret, setupOf } from './totp.ts'

export const authenticatorApp = {
  startAuthenticatorApp: operation('POST', '/auth/second-factor/authenticator-app', 'account', {
    recentSignIn: true,
    summary: 'Start setting up an authenticator app; its secret takes effect once you confirm it with a code',
    output: AppSetup,
    status: 201,
    // This isn't idempotent, because the stored answer would contain the secret.
    transaction: false,
    handler: (ctx) =>
      ctx.transaction(async (inside) => {
        const row = await lockAccount(inside, viewerOf(ctx).id)
        const secret = newTotpSecret()
        const values = { sealedSecret: ctx.tokens.seal(secret, row.id), lastStep: null, createdAt: sql`now()` }
        const [started] = await inside.db
          .insert(authenticatorApps)
          .values({ accountId: row.id, ...values })
          .onConflictDoUpdate({
            target: authenticatorApps.accountId,
            set: values,
            setWhere: sql`${authenticatorApps.confirmedAt} is null`,
          })
          .returning()
        if (!started) throw new Conflict(refusals.appExists)
        return setupOf(ctx.site.name, row.email, secret)
      }),
  }),

  confirmAuthenticatorApp: operation('POST', '/auth/second-factor/authenticator-app/confirm', 'account', {
    recentSignIn: true,
    summary: 'Finish setting up the authenticator app with a first code; returns recovery codes if you have none yet',
    input: FirstCode,
    output: NewFactor,
    transaction: false,
    async handler(ctx, { code }) {
      const account = await ownAccount(ctx)
      const { id } = account
      let recoveryCodes: string[] | null = null
      const confirm = () =>
        ctx.transaction(async (inside) => {
          const row = await lockAccount(inside, id)
          if (!(await useAppCode(inside, id, code, 'new'))) return false
          recoveryCodes = await firstRecoveryCodes(inside, id)
          await updateSecondFactorSince(inside, id)
          await audit(inside, 'account:add-authenticator-app', id)
          await tellOfAddedFactor(inside, row, 'appAdded')
          return true
        })
      const right = await recordingFailures(ctx, account, 'code', () =>
        ctx.limits.guessCode(`app-setup:${id}`, confirm),
      )
      if (!right) throw wrongCode()
      return { success: true as const, recoveryCodes }
    },
  }),

  removeAuthenticatorApp: operation('DELETE', '/auth/second-factor/authenticator-app', 'account', {
    recentSignIn: true,
    summary: 'Remove your authenticator app',
    output: Done,
    async handler(ctx) {
      const row = await lockAccount(ctx, viewerOf(ctx).id)
      const [removed] = await ctx.db
        .delete(authenticatorApps)
        .where(and(eq(authenticatorApps.accountId, row.id), isNotNull(authenticatorApps.confirmedAt)))
        .returning()
      if (!removed) throw new NotFound()
      await updateSecondFactorSince(ctx, row.id)
      await audit(ctx, 'account:remove-authenticator-app', row.id)
      await tellOfFactor(ctx, row, 'appRemoved')
      return { success: true as const }
    },
  }),
}
