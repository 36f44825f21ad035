import { fileURLToPath } from 'node:url'
import { command } from './lib/command.mjs'

// `npm run backup`: see docs/operating.md, “Backup and restore”.
await command(fileURLToPath(import.meta.url), 'scripts/backup.ts')
