import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { BackupKind, Backups } from '#core/backup.ts'
import { log } from '../observability/log.ts'
import { redact } from '../observability/log-error.ts'
import type { Config } from '../start/config.ts'
import { isBucket } from './destination.ts'

const command: Record<BackupKind, string[]> = {
  backup: ['scripts/backup.ts', '--scheduled'],
  drill: ['scripts/restore.ts', '--drill'],
}

/**
 * Returns the backup plan of a running site and a function that starts a backup or a drill. Each runs in its own
 * process at low priority, so that requests stay fast.
 */
export function openBackups({ backup, dataDir }: Config, root: string): Backups {
  const { to, at, drills, passphrase } = backup
  const plan = to
    ? {
        place: isBucket(to) ? ('bucket' as const) : ('folder' as const),
        at,
        encrypted: passphrase !== undefined,
        drills,
      }
    : undefined
  return {
    plan,
    start(kind) {
      const [script = '', ...options] = command[kind]
      const child = spawn(process.execPath, [join(root, script), ...options], {
        cwd: root,
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      child.stderr.setEncoding('utf8').on('data', (text: string) => log.warn({ source: kind }, redact(text.trim())))
      child.on('error', (error) => log.warn({ source: kind, err: error }, 'the process did not start'))
      if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    },
  }
}
