import { desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { z } from 'zod'
import { listsOf } from '#content/entry/list/reads.ts'
import { after } from '#content/entry/list/where.ts'
import type { Context } from '#core/context.ts'
import { toPage } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import type { MessageQuery } from './schema.ts'
import { messages } from './table.ts'

const maxCounted = 1000
/** The number of days after which a message is deleted, whether or not it was answered. */
export const keptDays = 180

const { id, createdAt, answeredAt } = messages
const by = [desc(createdAt), desc(id)]
const readList = listsOf('messages', select, {
  all: { of: () => undefined, by },
  open: { of: () => isNull(answeredAt), by },
  answered: { of: () => isNotNull(answeredAt), by },
})

export async function listMessages(ctx: Context, { status, limit, lastKey }: z.output<typeof MessageQuery>) {
  const rows = await readList(ctx, status ?? 'all', limit, after(lastKey, createdAt, 'desc', id))
  return toPage(rows, limit, (row) => ({ value: row.createdAt, id: row.id }))
}

export async function readMessage(db: NodePgDatabase, id: string) {
  const [row] = await select({ db }).where(eq(messages.id, id))
  return row
}

function select({ db }: Pick<Context, 'db'>) {
  const { name, email, phone, message } = messages
  const member = { id: accounts.id, name: accounts.name }
  return db
    .select({ id, name, email, phone, message, createdAt, answeredAt, member })
    .from(messages)
    .leftJoin(accounts, eq(accounts.id, messages.accountId))
    .$dynamic()
}

export async function countOpen(db: NodePgDatabase): Promise<number> {
  const { rows } = await db.execute<{ open: number }>(
    sql`select count(*)::int as open from (select from ${messages} where ${messages.answeredAt} is null limit ${maxCounted}) m`,
  )
  return rows[0]?.open ?? 0
}

export async function deleteOld(db: NodePgDatabase): Promise<void> {
  await db.delete(messages).where(lt(messages.createdAt, sql`now() - ${keptDays} * interval '1 day'`))
}
