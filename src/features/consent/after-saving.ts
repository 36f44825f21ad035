import type { z } from 'zod'
import type { SavedConsent } from './schema.ts'
import { text } from './text.ts'

/** Returns the consequences of a saved consent, in one to three sentences. */
export function outcomeOf({ narrowedTo, saleEnded }: Pick<z.output<typeof SavedConsent>, 'narrowedTo' | 'saleEnded'>) {
  const outcome = narrowedTo ? text.narrowedTo[narrowedTo] : text.saved
  return saleEnded ? `${outcome} ${text.saleEnded}` : outcome
}
