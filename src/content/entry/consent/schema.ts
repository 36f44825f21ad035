import { z } from 'zod'

/** What a recording or picture may be used for. `community`: members see it; `public`: everybody. */
export const purposes = ['family', 'community', 'school', 'public', 'sale', 'machine-learning'] as const
export const Purpose = z.enum(purposes)
export type Purpose = z.infer<typeof Purpose>
