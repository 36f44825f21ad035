import { parseArgs } from 'node:util'
import { drillBackup } from './drill/backup.ts'

const { values } = parseArgs({ options: { files: { type: 'string', default: '10000' } } })
await drillBackup(Number(values.files))
