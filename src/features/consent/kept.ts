import type { z } from 'zod'
import type { KeptConsent } from './schema.ts'
import { text } from './text.ts'

/** What a record that was just kept has brought about, in a sentence or two. */
export function outcomeOf({ narrowedTo, saleEnded }: Pick<z.output<typeof KeptConsent>, 'narrowedTo' | 'saleEnded'>) {
  const seen = narrowedTo ? text.narrowedTo[narrowedTo] : text.saved
  return saleEnded ? `${seen} ${text.saleEnded}` : seen
}
