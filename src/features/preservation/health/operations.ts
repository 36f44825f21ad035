import { operation } from '#core/operation.ts'
import { readBackups } from './queries.ts'
import { BackupState } from './schema.ts'

export const care = {
  backups: operation('GET', '/admin/backups', 'admin', {
    summary: 'Read the state of the backups and of the test restores',
    output: BackupState,
    handler: (ctx) => readBackups(ctx),
  }),
}
