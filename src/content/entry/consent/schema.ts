import { z } from 'zod'

/** The uses that a consent can allow. `community`: members see the entry; `public`: everyone sees it. */
export const purposes = ['family', 'community', 'school', 'public', 'sale', 'machine-learning'] as const
export const Purpose = z.enum(purposes)
export type Purpose = z.infer<typeof Purpose>
