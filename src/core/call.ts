import { tracingChannel } from 'node:diagnostics_channel'
import type { z } from 'zod'
import './input/messages.ts'
import type { Context } from './context.ts'
import { Invalid, NotFound } from './errors.ts'
import { normalizeInput } from './input/input.ts'
import type { AnyOperation } from './operation.ts'
import { authorize, requireRecentSignIn } from './permission.ts'

/** Channel on which every operation that runs is reported, for telemetry. */
export const operationRuns = tracingChannel<{ row: AnyOperation }, unknown>('urithi:operation')

/**
 * Runs an operation: authorization, rate limit, input validation, handler, output validation. Throws a Refusal for the
 * caller's mistakes, and a ZodError if the handler's result doesn't match the output schema.
 * @param raw the input, or a function that reads it, so that a body is read only once its sender is authorized
 */
export function call(row: AnyOperation, ctx: Context, raw: unknown): Promise<unknown> {
  return operationRuns.tracePromise(() => runRow(row, ctx, raw), { row })
}

async function runRow(row: AnyOperation, ctx: Context, raw: unknown): Promise<unknown> {
  authorize(ctx.viewer, row.permission)
  const { recentSignIn } = row
  if (recentSignIn === true || (recentSignIn === 'or-password' && ctx.viewer?.hasSecondFactor))
    requireRecentSignIn(ctx.viewer)
  if (row.method !== 'GET' && ctx.viewer) await ctx.limits.take(row.limit ?? 'write', ctx.viewer.id)
  const input = normalizeInput(typeof raw === 'function' ? await raw() : raw)
  const parsed = (row.input as z.ZodType).safeParse(input)
  if (!parsed.success) {
    // Nothing can have a malformed id, so one in the path is answered with 404 and not with 400.
    const inPath = row.path.split('/')
    if (parsed.error.issues.some((issue) => inPath.includes(`:${String(issue.path[0])}`))) throw new NotFound()
    throw invalid(parsed.error)
  }
  if (typeof recentSignIn === 'function' && recentSignIn(parsed.data)) requireRecentSignIn(ctx.viewer)
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
