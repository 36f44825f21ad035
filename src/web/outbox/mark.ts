import { inOneTab } from '../in-one-tab.ts'

// A mark outside the database while an item is being stored. If the browser is closed then, pieces of files remain that
// no item names; a page that finds the mark removes them, others needn't open the database.

const name = 'outbox-keeping'

export function mark(): void {
  localStorage.setItem(name, 'yes')
}

export function unmark(): void {
  localStorage.removeItem(name)
}

export function isMarked(): boolean {
  return localStorage.getItem(name) !== null
}

/** Runs `work` in one tab at a time. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return inOneTab('outbox keeping', work)
}
