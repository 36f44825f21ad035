import type { JobContext } from '#core/context.ts'
import { formatLabel, format as known } from '../contents.ts'
import { BadBag, openBag } from '../open.ts'
import { refusals } from '../refusals.ts'
import { validate } from '../validate.ts'
import { importForeign } from './foreign.ts'
import { importOwn } from './own.ts'

/** What became of a bag. Counts are of entries. */
export type Outcome = {
  added: number
  /** What was there before stays as it is. */
  alreadyHere: number
  /** Named by this site's ledger: removed or withdrawn here. */
  keptAway: number
  /** Files of kinds that are not kept here, by their paths. */
  notTaken: string[]
}

export type Importing = Pick<JobContext, 'db' | 'storage'> & {
  transaction<T>(work: (ctx: Pick<JobContext, 'db' | 'addJob' | 'contentChanged'>) => Promise<T>): Promise<T>
}

/**
 * Brings in a bag, a folder or a zip: one that this software wrote, with all that it holds; of any other its pictures,
 * recordings and videos, for keepers to look at. Whole or not at all, and a second time nothing.
 * Throws BadBag with a sentence.
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
