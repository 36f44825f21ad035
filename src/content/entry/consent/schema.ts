import { z } from 'zod'

/** What a recording or picture may be used for. `community`: members see it; `public`: everybody. */
const purposes = ['family', 'community', 'school', 'public', 'sale', 'machine-learning'] as const
const Purpose = z.enum(purposes)
export type Purpose = z.infer<typeof Purpose>
