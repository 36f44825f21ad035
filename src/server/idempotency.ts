import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Conflict, Invalid } from '#core/errors.ts'
import type { AnyOperation } from '#core/operation.ts'
import { refusals } from '#core/refusals.ts'
import { idempotencyKeys } from '#core/tables.ts'

/**
 * Does `work` once per account and Idempotency-Key: a repeated POST gets the stored answer of the first.
 * The key is written in the work's own transaction, so both happen or neither. Throws 409 for another body.
 */
export async function once<T>(ctx: Context, row: AnyOperation, input: unknown, work: () => Promise<T>): Promise<T> {
  const key = ctx.caller.idempotencyKey
  if (row.method !== 'POST' || !ctx.viewer || !key) return work()
  if (key.length > 200) throw new Invalid(refusals.keyTooLong)

  const accountId = ctx.viewer.id
  const request = createHash('sha256')
    .update(JSON.stringify([row.path, input]))
    .digest('base64url')
  const mine = and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key))
  // A second request with the same key waits here until the first has committed or rolled back.
  const taken = await ctx.db
    .insert(idempotencyKeys)
    .values({ accountId, key, request })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (taken.length === 0) {
    const [first] = await ctx.db.select().from(idempotencyKeys).where(mine)
    if (first?.request !== request) throw new Conflict(refusals.keyReused, 'idempotency_mismatch')
    return first.answer as T
  }
  const answer = await work()
  await ctx.db.update(idempotencyKeys).set({ answer }).where(mine)
  return answer
}
