import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { replaceFile } from '../storage/private-file.ts'

const busy = 5

/**
 * Locks a data folder for this process with a kernel lock on `DATA_DIR/server.lock`, so that a killed server leaves
 * nothing to clean up. Waits for a server that is shutting down.
 * @param waitMs how long to wait for another server to stop, in ms
 * @throws {Error} with a message to show, if another server holds the folder or this user may not write there
 */
export async function lockInstance(dataDir: string, waitMs = 5000): Promise<{ release(): void }> {
  const holder = join(dataDir, 'server.pid')
  const until = Date.now() + waitMs
  const lock = open(dataDir)
  while (!claim(lock)) {
    if (Date.now() >= until) {
      lock.close()
      throw new Error(`Urithi is already running on this data folder (process ${readPid(holder)}).`)
    }
    await sleep(100)
  }
  replaceFile(holder, `${process.pid}\n`)
  return { release: () => lock.close() }
}

function open(dataDir: string): DatabaseSync {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const lock = new DatabaseSync(join(dataDir, 'server.lock'))
    lock.exec('PRAGMA busy_timeout = 0')
    return lock
  } catch (cause) {
    throw new Error('This user can’t write to the data folder. Start Urithi as its owner, or set DATA_DIR.', {
      cause,
    })
  }
}

function claim(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === busy) return false
    throw error
  }
}

function readPid(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
