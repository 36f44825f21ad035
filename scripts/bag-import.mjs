import { fileURLToPath } from 'node:url'
import { command } from './lib/command.mjs'

// `npm run bag:import`: see docs/operating.md, “Taking the archive elsewhere”.
await command(fileURLToPath(import.meta.url), 'scripts/bag-import.ts')
