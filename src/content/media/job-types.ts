import { z } from 'zod'
import { jobType } from '#core/job.ts'

/** Background jobs of media. `jobs.ts` has their code. */
export const mediaJobs = {
  /** Makes the small copies of a picture. */
  variants: jobType('media:variants', z.object({ fileId: z.string() })),
  /** Makes the copies of a recording or video, one file at a time so that the site stays fast. */
  copies: jobType('media:copies', z.object({ fileId: z.string() }), {
    queue: 'media:copies',
    maxAttempts: 5,
  }),
  /** Deletes the bytes and rows of discarded files. */
  remove: jobType('media:remove', z.object({ fileIds: z.array(z.string()) })),
  /** Deletes files that stayed unclaimed for a day, what lost jobs left behind, and abandoned uploads. */
  sweep: jobType('media:sweep', z.object({})),
  /** Deletes objects from storage by their keys. */
  removeBytes: jobType('media:remove-bytes', z.object({ keys: z.array(z.string()) })),
}
