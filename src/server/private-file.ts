import { chownSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

type Owner = { uid: number; gid: number }

/** Writes a file that only its owner may read and that must not exist yet; it is on the disk when this returns. */
export function writeNewFile(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Replaces a private file in one step, so that a reader or a crash never meets half of it. */
export function replaceFile(path: string, text: string, owner?: Owner): void {
  const draft = `${path}.draft`
  rmSync(draft, { force: true })
  writeNewFile(draft, text)
  if (owner) chownSync(draft, owner.uid, owner.gid)
  renameSync(draft, path)
}
