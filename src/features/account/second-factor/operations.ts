import { lockAccount, ownAccount } from '#accounts/account.ts'
import { factorsOf, methodsOf, tellOfFactor } from '#accounts/second-factor/factors.ts'
import { Conflict } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { viewerOf } from '#core/permission.ts'
import { authenticatorApp } from './authenticator-app/operations.ts'
import { confirm } from './confirm/operations.ts'
import { passkey } from './passkey/operations.ts'
import { makeRecoveryCodes } from './queries.ts'
import { refusals } from './refusals.ts'
import { Factors, RecoveryCodes } from './schema.ts'
import { secondFactorSignIn } from './sign-in/operations.ts'
import { undo } from './undo/operations.ts'

export const secondFactor = {
  secondFactors: operation('GET', '/auth/second-factor', 'account', {
    summary: 'Read your passkeys, your authenticator app, and how many recovery codes are left',
    output: Factors,
    async handler(ctx) {
      const row = await ownAccount(ctx)
      const requiredBy = ctx.site.requireMfa.filter((role) => row.roles.includes(role))
      return { ...(await factorsOf(ctx, row.id)), requiredBy }
    },
  }),

  makeRecoveryCodes: operation('POST', '/auth/second-factor/recovery-codes', 'account', {
    recentSignIn: true,
    summary: 'Make ten new recovery codes; the earlier ones stop working',
    output: RecoveryCodes,
    status: 201,
    // This isn't idempotent, because the stored answer would contain the codes.
    transaction: false,
    handler: (ctx) =>
      ctx.transaction(async (inside) => {
        const row = await lockAccount(inside, viewerOf(ctx).id)
        if (!(await methodsOf(inside, row.id)).any) throw new Conflict(refusals.needsFactor)
        const codes = await makeRecoveryCodes(inside, row.id)
        await tellOfFactor(inside, row, 'codesMade')
        return { recoveryCodes: codes }
      }),
  }),

  ...passkey,
  ...authenticatorApp,
  ...secondFactorSignIn,
  ...confirm,
  ...undo,
}
