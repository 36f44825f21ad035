import { z } from 'zod'
import { jobType } from '#core/job.ts'

export const reportJobs = {
  /** Deletes the files that only reports kept which are closed now. `content/media/jobs.ts` has its code. */
  releaseFiles: jobType('report:release-files', z.object({})),
}
