import { z } from 'zod'
import { jobType } from '#core/job.ts'

/** Background jobs of media. `jobs.ts` has their code. */
export const mediaJobs = {
  // One picture, one recording and one film are copied at a time, so that the site stays fast and recordings don't wait
  // for films (`askForCopies`).
  variants: jobType('media:variants', z.object({ fileId: z.string() }), { queue: 'media:variants' }),
  copies: jobType('media:copies', z.object({ fileId: z.string() }), { queue: 'media:copies', maxAttempts: 5 }),
  /** Deletes the bytes and rows of discarded files. */
  remove: jobType('media:remove', z.object({ fileIds: z.array(z.string()) })),
  /** Deletes files that stayed unclaimed for a day, what lost jobs left behind, and abandoned uploads. */
  sweep: jobType('media:sweep', z.object({})),
  /** Deletes objects from storage by their keys. */
  removeBytes: jobType('media:remove-bytes', z.object({ keys: z.array(z.string()) })),
}
