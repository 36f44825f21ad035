import { operation } from '#core/operation.ts'
import { EmailProof } from '../../schema.ts'
import { Undone } from '../schema.ts'
import { undoFactor } from './queries.ts'

export const undo = {
  undoFactor: operation('POST', '/auth/second-factor/undo', 'public', {
    ignoresEndedSession: true,
    summary: 'Remove a second factor that someone else added, with the token from the email about it',
    input: EmailProof,
    output: Undone,
    handler: (ctx, { token }) => undoFactor(ctx, token),
  }),
}
