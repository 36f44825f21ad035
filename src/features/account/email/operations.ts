import { takeToken } from '#accounts/tokens.ts'
import { operation } from '#core/operation.ts'
import { EmailProof, Verified } from '../schema.ts'
import { cancelEmail } from './queries.ts'

export const email = {
  cancelEmailChange: operation('POST', '/auth/email/cancel', 'public', {
    summary: 'Cancel a change of email with the token from the email to the old address',
    input: EmailProof,
    output: Verified,
    async handler(ctx, { token }) {
      const used = await takeToken(ctx, token, ['cancel-email'])
      await cancelEmail(ctx, used)
      return { success: true as const, email: used.email }
    },
  }),
}
