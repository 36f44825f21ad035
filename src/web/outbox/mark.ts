import { inOneTab } from '../in-one-tab.ts'
import { local } from '../storage.ts'

// A mark in local storage is set while an item is being stored. If the browser is closed meanwhile, pieces of files
// remain that no item names. A page that finds the mark removes them; other pages needn't open the database.

const name = 'outbox-keeping'
/** The database of the outbox. A page can look whether there is one without loading the code that opens it. */
export const databaseName = 'urithi-outbox'

export function mark(): void {
  local.write(name, 'yes')
}

export function unmark(): void {
  local.write(name, null)
}

export function isMarked(): boolean {
  return local.read(name) !== null
}

/** Runs `work` in one tab at a time. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return inOneTab('outbox keeping', work)
}
