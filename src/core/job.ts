import type { z } from 'zod'
import type { Context, JobContext, JobOptions, Jobs } from './context.ts'

/**
 * Declares a kind of job apart from its implementation, so that code that queues a job doesn't load the implementation.
 * Payloads are validated again when a job runs, because an earlier version may have queued it.
 * @param options how it is queued; `mail` marks jobs that send mail, which have their own workers
 */
export function jobType<Payload extends z.ZodType<object>>(
  name: string,
  payload: Payload,
  { mail, ...options }: JobOptions & { mail?: true } = {},
) {
  return {
    /** Queues a job in the caller's transaction: the job runs only if the transaction commits. */
    add: (ctx: Pick<Context, 'addJob'>, input: z.input<Payload>, changed?: JobOptions): Promise<void> =>
      ctx.addJob(name, input as Record<string, unknown>, { ...options, ...changed }),
    /** Returns the entry for the feature's `jobs`. @param clock schedules the job with `cron` (five fields, UTC) */
    doneBy: (work: (ctx: JobContext, input: z.output<Payload>) => Promise<void>, clock?: { cron: string }): Jobs => ({
      [name]: { ...clock, ...(mail && { mail }), run: (ctx, input) => work(ctx, payload.parse(input)) },
    }),
  }
}

export type JobOf<Type extends { doneBy: (work: never) => unknown }> = Type extends {
  doneBy: (work: (ctx: JobContext, input: infer Payload) => Promise<void>) => unknown
}
  ? Payload
  : never
