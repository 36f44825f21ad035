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
  /** Entries in this site's ledger: removed or withdrawn here. */
  keptAway: number
  /** Paths of files of unsupported types. */
  notTaken: string[]
}

export type Importing = Pick<JobContext, 'db' | 'storage'> & {
  transaction<T>(work: (ctx: Pick<JobContext, 'db' | 'addJob' | 'contentChanged'>) => Promise<T>): Promise<T>
}

/**
 * Imports a bag, a folder or a zip. A bag of this software is imported completely; of others only pictures, recordings
 * and videos, for keepers. All or nothing, and a second time it adds nothing. Throws BadBag with a sentence.
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
