import { fileURLToPath } from 'node:url'
import { command } from './lib/command.mjs'

// `npm run restore`: see docs/operating.md, “Backup and restore”.
await command(fileURLToPath(import.meta.url), 'scripts/restore.ts')
