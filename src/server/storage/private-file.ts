import { chownSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

type Owner = { uid: number; gid: number }

/** Writes a new file that only its owner can read, and syncs it to disk. Throws if it exists. */
export function writeNewFile(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Replaces a private file atomically, so that it is never half-written, even after a crash. */
export function replaceFile(path: string, text: string, owner?: Owner): void {
  const draft = `${path}.draft`
  rmSync(draft, { force: true })
  writeNewFile(draft, text)
  if (owner) chownSync(draft, owner.uid, owner.gid)
  renameSync(draft, path)
}
