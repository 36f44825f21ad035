import { and, eq } from 'drizzle-orm'
import { lockAccount, ownAccount } from '#accounts/account.ts'
import { tellOfFactor, updateSecondFactorSince } from '#accounts/second-factor/factors.ts'
import { passkeys } from '#accounts/second-factor/table.ts'
import { ById } from '#content/entry/schema.ts'
import { audit } from '#core/audit.ts'
import { Conflict, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { viewerOf } from '#core/permission.ts'
import { Done } from '../../schema.ts'
import { deviceOf } from '../../session/device.ts'
import { firstRecoveryCodes, useOnce } from '../queries.ts'
import { refusals } from '../refusals.ts'
import { NewFactor, NewPasskey, PasskeyName, PasskeyOptions } from '../schema.ts'
import { tellOfAddedFactor } from '../undo/queries.ts'
import { passkeysOf } from './queries.ts'
import { type Challenge, registrationOptions, verifyAttestation } from './webauthn.ts'

const maxPasskeys = 20

export const passkey = {
  startPasskey: operation('POST', '/auth/second-factor/passkeys/options', 'account', {
    recentSignIn: true,
    summary: 'Start adding a passkey: returns options for the browser, which are valid for 5 minutes',
    output: PasskeyOptions,
    transaction: false,
    async handler(ctx) {
      const row = await ownAccount(ctx)
      const existing = await passkeysOf(ctx, row.id)
      return { options: { ...(await registrationOptions(ctx, challengeOf(viewerOf(ctx)), row, existing)) } }
    },
  }),

  addPasskey: operation('POST', '/auth/second-factor/passkeys', 'account', {
    recentSignIn: true,
    summary: 'Add a passkey with the browser’s answer; returns recovery codes if you have none yet',
    input: NewPasskey,
    output: NewFactor,
    status: 201,
    // This isn't idempotent, because the stored answer would contain the codes.
    transaction: false,
    async handler(ctx, { name, attestation }) {
      const viewer = viewerOf(ctx)
      const { device, browser } = deviceOf(ctx.caller.userAgent)
      const { used, passkey } = await verifyAttestation(ctx, challengeOf(viewer), attestation)
      return ctx.transaction(async (inside) => {
        const row = await lockAccount(inside, viewer.id)
        await useOnce(inside, used.challenge, used.ticket)
        if ((await passkeysOf(inside, row.id)).length >= maxPasskeys) throw new Conflict(refusals.tooMany)
        const [added] = await inside.db
          .insert(passkeys)
          .values({ ...passkey, accountId: row.id, name: name || `${device}, ${browser}` })
          .onConflictDoNothing()
          .returning()
        if (!added) throw new Conflict(refusals.knownPasskey)
        const recoveryCodes = await firstRecoveryCodes(inside, row.id)
        await updateSecondFactorSince(inside, row.id)
        await audit(inside, 'account:add-passkey', row.id)
        await tellOfAddedFactor(inside, row, 'passkeyAdded')
        return { success: true as const, recoveryCodes }
      })
    },
  }),

  renamePasskey: operation('PATCH', '/auth/second-factor/passkeys/:id', 'account', {
    summary: 'Rename one of your passkeys',
    input: PasskeyName,
    output: Done,
    async handler(ctx, { id, name }) {
      const { id: accountId } = await lockAccount(ctx, viewerOf(ctx).id)
      const [renamed] = await ctx.db
        .update(passkeys)
        .set({ name })
        .where(and(eq(passkeys.id, id), eq(passkeys.accountId, accountId)))
        .returning({ id: passkeys.id })
      if (!renamed) throw new NotFound()
      await audit(ctx, 'account:rename-passkey', accountId)
      return { success: true as const }
    },
  }),

  removePasskey: operation('DELETE', '/auth/second-factor/passkeys/:id', 'account', {
    recentSignIn: true,
    summary: 'Remove one of your passkeys',
    input: ById,
    output: Done,
    async handler(ctx, { id }) {
      const row = await lockAccount(ctx, viewerOf(ctx).id)
      const [removed] = await ctx.db
        .delete(passkeys)
        .where(and(eq(passkeys.id, id), eq(passkeys.accountId, row.id)))
        .returning()
      if (!removed) throw new NotFound()
      await updateSecondFactorSince(ctx, row.id)
      await audit(ctx, 'account:remove-passkey', row.id)
      await tellOfFactor(ctx, row, 'passkeyRemoved')
      return { success: true as const }
    },
  }),
}

function challengeOf({ id, sessionId }: { id: string; sessionId: string }): Challenge {
  return { purpose: 'add-passkey', account: id, session: sessionId }
}
