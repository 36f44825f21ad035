// The only code that uses local and session storage (test/boundaries.test.ts). Browsers refuse them in some private
// windows, if cookies are blocked, and when they are full. A value that was refused lasts as long as the page.

let makeRoom = (_chars: number): boolean => false
let isMakingRoom = false

/**
 * Sets the function that frees this many characters of local storage when it is full; it returns false if it can't. What
 * it writes itself makes no room.
 */
export function onFull(free: typeof makeRoom): void {
  makeRoom = free
}

function makeRoomOnce(chars: number): boolean {
  if (isMakingRoom) return false
  isMakingRoom = true
  try {
    return makeRoom(chars)
  } finally {
    isMakingRoom = false
  }
}

/** Returns what `work` returns, or the other value if it throws. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Start of the name of a window whose page has handed its values over to the next one. */
const handedOver = 'urithi:'

type Held = [string, string | null][]

/** Returns what the page before this one handed over. Other sites can name a window, too, so what they left is removed. */
function received(): Held {
  if (!window.name.startsWith(handedOver)) return []
  if (document.referrer.startsWith(`${location.origin}/`)) return JSON.parse(window.name.slice(handedOver.length))
  window.name = ''
  return []
}

function guarded(open: () => Storage, free: typeof makeRoom, first: Held = []) {
  /** Values that only this page has; null for an item that the browser refused to remove. */
  const held = new Map(first)
  const put = (name: string, value: string | null): boolean => {
    try {
      if (value === null) open().removeItem(name)
      else open().setItem(name, value)
      held.delete(name)
      return true
    } catch {
      held.set(name, value)
      return false
    }
  }
  const read = (name: string): string | null => {
    const value = held.get(name)
    return value === undefined ? attempt(() => open().getItem(name), null) : value
  }
  return {
    /** Hands the values that only this page has over to the next page of this tab. */
    handOver: (): void => {
      window.name = handedOver + JSON.stringify([...held])
    },
    read,
    /** Returns the value of an item that is JSON, or null if there is none, or other text. */
    readJson: <T>(name: string): T | null => attempt(() => JSON.parse(read(name) ?? 'null') as T | null, null),
    /** Stores an item, or removes it if the value is null. Returns false if only this page has the value. */
    write: (name: string, value: string | null): boolean =>
      put(name, value) || (value !== null && free(name.length + value.length) && put(name, value)),
    names: (): string[] =>
      [...new Set([...attempt(() => Object.keys(open()), []), ...held.keys()])].filter((name) => read(name) !== null),
  }
}

/** Local storage, which never throws. */
export const local = guarded(() => localStorage, makeRoomOnce, attempt(received, []))

/** Keeps handed-over values from reaching a further page. Returns whether this page has any. */
export function endHandOver(): boolean {
  const isHere = window.name.startsWith(handedOver)
  if (isHere) window.name = ''
  return isHere
}

/** Session storage, which never throws. */
export const session = guarded(
  () => sessionStorage,
  () => false,
)

/** Returns whether this device has a database with this name; false if the browser refuses to say. */
export async function hasDatabase(name: string): Promise<boolean> {
  const all = await attempt(() => indexedDB.databases(), Promise.resolve([])).catch(() => [])
  return all.some((one) => one.name === name)
}
