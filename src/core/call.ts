import { tracingChannel } from 'node:diagnostics_channel'
import type { z } from 'zod'
import './messages.ts'
import type { Context } from './context.ts'
import { Invalid, NotFound } from './errors.ts'
import type { AnyOperation } from './operation.ts'
import { authorize } from './permission.ts'

/** Tells whoever listens (telemetry) of each row that runs. */
export const operationRuns = tracingChannel<{ row: AnyOperation }, unknown>('urithi:operation')

/**
 * Runs one row: authorize, count, parse, handler (a write in its transaction), parse of the answer.
 * Throws a Refusal for what the caller did wrong; an answer that fails its schema is our bug and throws as such.
 */
export function call(row: AnyOperation, ctx: Context, raw: unknown): Promise<unknown> {
  return operationRuns.tracePromise(() => runRow(row, ctx, raw), { row })
}

async function runRow(row: AnyOperation, ctx: Context, raw: unknown): Promise<unknown> {
  authorize(ctx.viewer, row.permission)
  if (row.method !== 'GET' && ctx.viewer) await ctx.limits.take(row.limit ?? 'write', ctx.viewer.id)
  const parsed = (row.input as z.ZodType).safeParse(raw)
  if (!parsed.success) {
    // An id that can't be one names nothing.
    const inPath = row.path.split('/')
    if (parsed.error.issues.some((issue) => inPath.includes(`:${String(issue.path[0])}`))) throw new NotFound()
    throw invalid(parsed.error)
  }
  const run = async (inner: Context) => row.output.parse(await row.handler(inner, parsed.data))
  if (row.method === 'GET') return run(ctx.viewer ? ctx : { ...ctx, db: ctx.guestDb })
  if (row.transaction === false) return run(ctx)
  return ctx.write(row, parsed.data, run)
}

function invalid(error: z.ZodError): Invalid {
  return new Invalid(
    undefined,
    error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  )
}
