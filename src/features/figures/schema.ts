import { z } from 'zod'
import '#core/messages.ts'

/** The last 7 days, 30 days, or 52 weeks, each up to now. */
export const ranges = ['week', 'month', 'year'] as const
export type Range = (typeof ranges)[number]
export const FiguresQuery = z.object({ range: z.enum(ranges).default('month') })

/** A value for each step, the oldest first. */
const Steps = z.array(z.number())
/** `count` of the `of` that there were. */
const Share = z.object({ name: z.string(), count: z.number(), of: z.number() })
/** All there are now, and what came in each step. */
const Grown = z.object({ total: z.number(), steps: Steps })

/** How the site is used and how it runs: sums that name nobody. Sizes in bytes. */
export const Figures = z.object({
  /** The first day of each step, in Nairobi; the last step goes on until now. */
  from: z.array(z.iso.date()),
  /** Pages opened, and the routes opened most. */
  visits: z.object({ steps: Steps, most: z.array(z.object({ name: z.string(), count: z.number() })) }),
  members: Grown,
  posts: Grown,
  storage: Grown,
  /** Those done, the queue as it is now, and those that failed most. */
  jobs: z.object({
    steps: Steps,
    waiting: z.number(),
    running: z.number(),
    retrying: z.number(),
    failed: z.number(),
    most: z.array(Share),
  }),
  /** Those sent, the tries that failed, and what waits now. */
  mail: z.object({ steps: Steps, failed: z.number(), waiting: z.number() }),
  /** Answers of 5xx. */
  errors: z.object({ steps: Steps, most: z.array(Share) }),
  /** Answers that took longer than a second. */
  slow: z.object({ steps: Steps, most: z.array(Share) }),
})
export type Figures = z.infer<typeof Figures>
