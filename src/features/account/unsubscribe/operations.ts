import { eq } from 'drizzle-orm'
import { changePreferences } from '#accounts/preferences.ts'
import { refusals } from '#accounts/refusals.ts'
import { openUnsubscribeLink } from '#accounts/unsubscribe.ts'
import { audit } from '#core/audit.ts'
import { Refusal } from '#core/errors.ts'
import { MailPreferences } from '#core/mail.ts'
import { operation } from '#core/operation.ts'
import { accounts } from '#core/tables.ts'
import { Done, UnsubscribeProof } from '../schema.ts'

export const unsubscribe = {
  unsubscribe: operation('POST', '/auth/unsubscribe', 'public', {
    summary: 'Turn off emails about your activity with the token from one of them; no login is needed',
    input: UnsubscribeProof,
    output: Done,
    transaction: false,
    async handler(ctx, { token }) {
      const link = openUnsubscribeLink(ctx, token)
      // Mail providers send the requests of many readers from one address, so only wrong links are counted by address.
      await ctx.limits.take('unsubscribe', link?.id ?? ctx.caller.address)
      return ctx.transaction(async (inside) => {
        const [account] = link
          ? await inside.db.select().from(accounts).where(eq(accounts.id, link.id)).for('update')
          : []
        if (!account || !link?.isFor(account.email)) throw new Refusal(400, 'bad_token', refusals.badUnsubscribe)
        if (MailPreferences.parse(account.preferences).emailNotifications) {
          await changePreferences(inside.db, account.id, { emailNotifications: false })
          await audit(inside, 'account:update-preferences', account.id)
        }
        return { success: true as const }
      })
    },
  }),
}
