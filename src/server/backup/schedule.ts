import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { BackupKind, Backups } from '#core/backup.ts'
import type { Config } from '#server/config.ts'
import { log } from '#server/log.ts'
import { isBucket } from './place.ts'

const command: Record<BackupKind, string[]> = {
  backup: ['scripts/backup.ts'],
  drill: ['scripts/restore.ts', '--drill'],
}

/** Backups of a running site: each in a process of its own at low priority, so that it takes nothing from readers. */
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
      child.stderr.setEncoding('utf8').on('data', (said: string) => log.warn({ source: kind }, said.trim()))
      child.on('error', (error) => log.warn({ source: kind }, error.message))
      if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    },
  }
}
