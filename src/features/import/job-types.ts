import { z } from 'zod'
import { jobType } from '#core/job.ts'

const ImportPayload = z.object({ importId: z.string() })
/** Imports run one at a time, so that another worker stays free for pictures and recordings. */
const queue = { queue: 'import' }

/** Jobs of an import that run after the request. They are implemented in `jobs.ts`. */
export const importJobs = {
  check: jobType('import:check', ImportPayload.extend({ version: z.number() }), queue),
  run: jobType('import:run', ImportPayload, queue),
  undo: jobType('import:undo', ImportPayload, queue),
  /** Deletes the bytes of a file that is no longer needed. */
  forgetFile: jobType('import:forget-file', ImportPayload),
}
