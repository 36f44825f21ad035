import { delMany, entries, setMany } from 'idb-keyval'
import { pause } from '#core/concurrency/pause.ts'
import { openStore } from '#src/offline/store.ts'

// Drafts are read from local storage, because forms need them immediately. A browser writes it to the disk seconds
// later, and loses what was typed last if it is killed. IndexedDB, which is written immediately, has a copy for that
// case.

/** A change of an item; `value` is null if it was removed. */
type Change = { value: string | null; at: number }

const copies = openStore('urithi-drafts', 'changes')
/** Item of local storage with the time of the latest change, in ms since 1970. */
const timeName = 'drafts-changed'
/** ms after which the copy of a removal is deleted. */
const removalMs = 86_400_000
/** ms that a page waits for the copies, because some browsers never open IndexedDB. */
const maxWaitMs = 500

let waiting = new Map<string, Change>()
let isWriting = false

/** Returns an item of a draft that is stored on this device, or null. */
export function readItem(name: string): string | null {
  return localStorage.getItem(name)
}

/**
 * Returns an account's draft, or null. Takes over a draft that an earlier version stored without the account, which is
 * the last part of the name.
 */
export function readDraftItem(name: string): string | null {
  const older = name.slice(0, name.lastIndexOf(':'))
  const olderDraft = name.endsWith(':') ? null : readItem(older)
  if (olderDraft !== null) {
    if ((readItem(name) ?? '{}') === '{}') storeItem(name, olderDraft)
    storeItem(older, null)
  }
  return readItem(name)
}

/** Stores an item of a draft, or removes it if the value is null. */
export function storeItem(name: string, value: string | null): void {
  const at = Math.max(Date.now(), latestTime() + 1)
  setLocally(name, value, at)
  waiting.set(name, { value, at })
  if (!isWriting) void writeCopies()
}

/** Restores the changes that local storage lost when the browser was killed. Call it before forms read their drafts. */
export async function restoreItems(): Promise<void> {
  const restored = restore().catch(() => {
    // A browser without IndexedDB has no copies.
  })
  await Promise.race([restored, pause(maxWaitMs)])
}

async function restore(): Promise<void> {
  const changes = await entries<string, Change>(copies)
  // This is read afterwards, so that nothing replaces what was typed while the database opened.
  const latest = latestTime()
  const oldRemovals: string[] = []
  for (const [name, { value, at }] of changes) {
    if (at > latest) setLocally(name, value, Math.max(at, latestTime()))
    else if (value === null && at < Date.now() - removalMs) oldRemovals.push(name)
  }
  await delMany(oldRemovals, copies)
}

async function writeCopies(): Promise<void> {
  isWriting = true
  try {
    while (waiting.size > 0) {
      const changes = waiting
      waiting = new Map()
      await setMany([...changes], copies)
    }
  } catch {
    // Without IndexedDB, or on a full device, only local storage has them.
  } finally {
    isWriting = false
  }
}

const latestTime = () => Number(localStorage.getItem(timeName) ?? 0)

function setLocally(name: string, value: string | null, at: number): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
    localStorage.setItem(timeName, String(at))
  } catch {
    // On a full device only the page has the text; posting still works.
  }
}
