import type { JobContext } from '#core/context.ts'
import { formatLabel, format as supportedFormat } from '../contents.ts'
import { BadBag, openBag } from '../open.ts'
import { refusals } from '../refusals.ts'
import { validate } from '../validate.ts'
import { importForeign } from './foreign.ts'
import { importOwn } from './own.ts'

/** Result of an import, in entries. */
export type Outcome = {
  added: number
  /** Entries that already exist here, and stay unchanged. */
  alreadyHere: number
  /** Entries that are left out because this site's ledger lists them as removed, or their files as withdrawn. */
  keptAway: number
  /** Paths of files that were refused, such as those of unsupported types. */
  notTaken: string[]
}

export type Importing = Pick<JobContext, 'db' | 'storage'> & {
  transaction<T>(work: (ctx: Pick<JobContext, 'db' | 'addJob' | 'contentChanged'>) => Promise<T>): Promise<T>
}

/**
 * Imports a bag from a folder or a zip: everything if this software made it, otherwise only pictures, recordings and
 * videos, visible to keepers only. Imports all or nothing; a second import adds nothing. Throws BadBag if the bag is
 * refused.
 */
export async function importBag(ctx: Importing, path: string): Promise<Outcome> {
  const opened = await openBag(path)
  try {
    const bag = await validate(opened)
    const format = bag.info.get(formatLabel.toLowerCase())
    if (format === undefined) return await importForeign(ctx, bag)
    if (format !== supportedFormat) throw new BadBag(refusals.newer)
    return await importOwn(ctx, bag)
  } finally {
    await opened.close()
  }
}
