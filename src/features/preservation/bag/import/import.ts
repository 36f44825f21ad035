import type { JobContext } from '#core/context.ts'
import { formatLabel, format as known } from '../contents.ts'
import { BadBag, openBag } from '../open.ts'
import { refusals } from '../refusals.ts'
import { validate } from '../validate.ts'
import { importForeign } from './foreign.ts'
import { importOwn } from './own.ts'

/** Result of an import, in entries. */
export type Outcome = {
  added: number
  /** Existing entries, which stay as they are. */
  alreadyHere: number
  /** Entries that stay away because this site's ledger says that they were removed or withdrawn. */
  keptAway: number
  /** Paths of files of unsupported types. */
  notTaken: string[]
}

export type Importing = Pick<JobContext, 'db' | 'storage'> & {
  transaction<T>(work: (ctx: Pick<JobContext, 'db' | 'addJob' | 'contentChanged'>) => Promise<T>): Promise<T>
}

/**
 * Imports a bag from a folder or a zip: everything from a bag of this software, and only pictures, recordings and
 * videos, for keepers, from others. It imports all or nothing, and adds nothing the second time. Throws BadBag.
 */
export async function importBag(ctx: Importing, path: string): Promise<Outcome> {
  const opened = await openBag(path)
  try {
    const bag = await validate(opened)
    const format = bag.info.get(formatLabel.toLowerCase())
    if (format === undefined) return await importForeign(ctx, bag)
    if (format !== known) throw new BadBag(refusals.newer)
    return await importOwn(ctx, bag)
  } finally {
    await opened.close()
  }
}
