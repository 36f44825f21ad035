import { delMany, entries, setMany } from 'idb-keyval'
import { pause } from '#core/concurrency/pause.ts'
import { local, onFull } from './storage.ts'
import { openStore } from './store.ts'

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

/** Name in local storage of the list of items that made room there. Only IndexedDB has them until their account returns. */
const movedName = 'drafts-moved'

let waiting = new Map<string, Change>()
let isWriting = false
/** Times of the copies, by name; undefined while the browser refuses them. */
let copied: Map<string, number> | undefined
/** Items that local storage refused. */
const refused = new Set<string>()

/**
 * Returns the content of an account's draft, or null. Takes over a draft that an earlier version stored without the
 * account, which is the last part of the name, and a link to the account's draft that had an item of its own.
 */
export function readDraftItem<T>(name: string): T | null {
  const older = name.slice(0, name.lastIndexOf(':'))
  const olderDraft = name.endsWith(':') ? null : local.read(older)
  if (olderDraft !== null) {
    if ((local.read(name) ?? '{}') === '{}') storeItem(name, olderDraft)
    storeItem(older, null)
  }
  const content = local.readJson<T>(name)
  const olderLink = name.replace('draft:', 'draft-link:')
  const $draft = content && local.readJson<object>(olderLink)
  if (!$draft) return content
  storeItem(name, JSON.stringify({ $draft, ...content }))
  storeItem(olderLink, null)
  return { $draft, ...content }
}

/** Stores an item of a draft, or removes it if the value is null. */
export function storeItem(name: string, value: string | null): void {
  const at = Math.max(Date.now(), latestTime() + 1)
  setLocally(name, value, at)
  waiting.set(name, { value, at })
  if (!isWriting) void writeCopies()
}

/** Returns whether an item will still be there after the page is left. */
export function isKept(name: string): boolean {
  return copied !== undefined || !refused.has(name)
}

onFull((chars) => {
  const account = ownAccount()
  if (!account) return false
  // Those without a copy stay, because they would be lost. The oldest come first.
  const timeOf = (name: string) => copied?.get(name) ?? 0
  const others = local
    .names()
    .filter((name) => /^draft:.+:[^:]+$/.test(name) && !name.endsWith(`:${account}`))
    .filter((name) => copied?.has(name))
    .sort((a, b) => timeOf(a) - timeOf(b))
  if (others.length === 0) return false
  const moved = movedNames()
  let freed = 0
  for (const name of others) {
    if (freed > chars + JSON.stringify(moved).length) break
    freed += local.read(name)?.length ?? 0
    local.write(name, null)
    moved.push(name)
  }
  local.write(movedName, JSON.stringify(moved))
  return true
})

const ownAccount = () => local.readJson<{ id: string }>('user')?.id
const movedNames = () => local.readJson<string[]>(movedName) ?? []

/** Restores the changes that local storage lost when the browser was killed. Call it before forms read their drafts. */
export async function restoreItems(): Promise<void> {
  const restored = restore().catch(() => {
    // A browser without IndexedDB has no copies.
    copied = undefined
  })
  await Promise.race([restored, pause(maxWaitMs)])
}

async function restore(): Promise<void> {
  const changes = await entries<string, Change>(copies)
  copied = new Map(changes.flatMap(([name, { value, at }]) => (value === null ? [] : [[name, at]])))
  // This is read afterwards, so that nothing replaces what was typed while the database opened.
  const latest = latestTime()
  const oldRemovals: string[] = []
  const account = ownAccount()
  const returning = movedNames().filter((name) => name.endsWith(`:${account}`))
  for (const [name, { value, at }] of changes) {
    if (at > latest) setLocally(name, value, Math.max(at, latestTime()))
    else if (value === null && at < Date.now() - removalMs) oldRemovals.push(name)
    else if (returning.includes(name) && local.read(name) === null) setLocally(name, value, latest)
  }
  const returned = returning.filter((name) => !refused.has(name))
  if (returned.length > 0)
    local.write(movedName, JSON.stringify(movedNames().filter((name) => !returned.includes(name))))
  await delMany(oldRemovals, copies)
}

async function writeCopies(): Promise<void> {
  isWriting = true
  try {
    while (waiting.size > 0) {
      const changes = waiting
      waiting = new Map()
      await setMany([...changes], copies)
      copied ??= new Map()
      for (const [name, { value, at }] of changes)
        if (value === null) copied.delete(name)
        else copied.set(name, at)
    }
  } catch {
    // Without IndexedDB, or on a full device, only local storage has them.
    copied = undefined
  } finally {
    isWriting = false
  }
}

const latestTime = () => Number(local.read(timeName) ?? 0)

function setLocally(name: string, value: string | null, at: number): void {
  if (local.write(name, value)) refused.delete(name)
  else refused.add(name)
  // An item that only IndexedDB has must be newer than this time to be restored.
  if (refused.size === 0 || !copied) local.write(timeName, String(at))
}
