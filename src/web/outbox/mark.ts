// A mark beside the database while something is being kept in it: where the browser ends just then, pieces of a file stay
// that nothing names. A page that finds the mark looks for them; one that does not needn't open the database.

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

/** One at a time among the tabs. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('outbox keeping', work) : work()
}
