import { operation } from '#core/operation.ts'
import { EmailProof } from '../../schema.ts'
import { Undone } from '../schema.ts'
import { undoChanges } from './queries.ts'

export const undo = {
  undoFactor: operation('POST', '/auth/second-factor/undo', 'public', {
    summary: 'Undo a new email or second factor that someone else added, with the token from the email about it',
    input: EmailProof,
    output: Undone,
    handler: (ctx, { token }) => undoChanges(ctx, token),
  }),
}
