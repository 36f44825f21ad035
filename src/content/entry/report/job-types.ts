import { z } from 'zod'
import { jobType } from '#core/job.ts'

export const reportJobs = {
  /** Deletes the files that were stored only for reports that are now closed. `content/media/jobs.ts` has its code. */
  releaseFiles: jobType('report:release-files', z.object({})),
}
