import { AsyncLocalStorage } from 'node:async_hooks'

const transactions = new AsyncLocalStorage<true>()

/** Runs `work`, which is a transaction: slow work fails in it. */
export function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  return transactions.run(true, work)
}

/**
 * Call this before work that waits for something outside of the database, such as a name server, a password hash or a
 * child process. Throws an Error in a transaction: meanwhile, its locks and its connection would make others wait.
 * @param what names the work in the error
 */
export function refuseInTransaction(what: string): void {
  if (transactions.getStore()) throw new Error(`${what} must not happen in a transaction: use \`prepare\``)
}
