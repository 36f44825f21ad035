import { z } from 'zod'
import { operation } from '#core/operation.ts'
import { readBackups } from './queries.ts'
import { BackupState } from './schema.ts'

export const care = {
  backups: operation('GET', '/admin/backups', 'admin', {
    summary: 'Whether the site is copied elsewhere, and whether such a copy has been restored on trial',
    input: z.object({}),
    output: BackupState,
    handler: (ctx) => readBackups(ctx),
  }),
}
