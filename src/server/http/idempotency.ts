import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Conflict, Invalid } from '#core/errors.ts'
import type { AnyOperation } from '#core/operation.ts'
import { refusals } from '#core/refusals.ts'
import { idempotencyKeys } from '#core/tables.ts'

/**
 * Runs `work`, but a POST only once for each account and Idempotency-Key: a repetition gets the stored answer (spec
 * 22.4). The key is written in the same transaction as the work. Throws Conflict if the key was used with another
 * input, and Invalid if it is too long.
 */
export async function once<T>(ctx: Context, row: AnyOperation, input: unknown, work: () => Promise<T>): Promise<T> {
  const key = ctx.caller.idempotencyKey
  if (row.method !== 'POST' || !ctx.viewer || !key) return work()
  if (key.length > 200) throw new Invalid(refusals.keyTooLong)

  const accountId = ctx.viewer.id
  const request = digestOf(row, input)
  const mine = and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key))
  // A second request with the same key waits here until the first commits or rolls back.
  const inserted = await ctx.db
    .insert(idempotencyKeys)
    .values({ accountId, key, request })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (inserted.length === 0) {
    const [first] = await ctx.db.select().from(idempotencyKeys).where(mine)
    if (first?.request !== request) throw new Conflict(refusals.keyReused, 'idempotency_mismatch')
    return first.answer as T
  }
  const answer = await work()
  await ctx.db.update(idempotencyKeys).set({ answer }).where(mine)
  return answer
}

/**
 * Returns whether this POST was answered before, so that slow work before the transaction can be skipped. `once` then
 * returns the stored answer.
 */
export async function isAnswered(ctx: Context, row: AnyOperation, input: unknown): Promise<boolean> {
  const key = ctx.caller.idempotencyKey
  if (row.method !== 'POST' || !ctx.viewer || !key) return false
  const mine = and(eq(idempotencyKeys.accountId, ctx.viewer.id), eq(idempotencyKeys.key, key))
  const [first] = await ctx.db.select().from(idempotencyKeys).where(mine)
  return first?.request === digestOf(row, input)
}

function digestOf(row: AnyOperation, input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([row.path, input]))
    .digest('base64url')
}
