import { z } from 'zod'
import '#core/input/messages.ts'

/** The last 7 days, 30 days or 52 weeks, up to now. */
export const ranges = ['week', 'month', 'year'] as const
export type Range = (typeof ranges)[number]
export const FiguresQuery = z.object({ range: z.enum(ranges).default('month') })

/** One value per step, oldest first. */
const Steps = z.array(z.number())
/** A part of a total: `count` out of `of`. */
const Share = z.object({ name: z.string(), count: z.number(), of: z.number() })
const Growth = z.object({ total: z.number(), steps: Steps })

/** How the site is used and how it runs, as totals that identify nobody. Sizes are in bytes. */
export const Figures = z.object({
  /** The first day of each step, in Nairobi. The last step continues until now. */
  from: z.array(z.iso.date()),
  /** Opened pages, and the routes that are opened most often. */
  visits: z.object({ steps: Steps, most: z.array(z.object({ name: z.string(), count: z.number() })) }),
  members: Growth,
  posts: Growth,
  storage: Growth,
  /** Finished jobs, the current queue, and the jobs that fail most often. */
  jobs: z.object({
    steps: Steps,
    waiting: z.number(),
    running: z.number(),
    retrying: z.number(),
    failed: z.number(),
    most: z.array(Share),
  }),
  /** Sent emails, failed attempts, and emails waiting now. */
  mail: z.object({ steps: Steps, failed: z.number(), waiting: z.number() }),
  /** Answers with status 5xx. */
  errors: z.object({ steps: Steps, most: z.array(Share) }),
  /** Answers that took longer than a second, except those to uploads. */
  slow: z.object({ steps: Steps, most: z.array(Share) }),
})
export type Figures = z.infer<typeof Figures>
