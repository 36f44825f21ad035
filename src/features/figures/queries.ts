import { and, eq, gt, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { entries } from '#content/entry/table.ts'
import { files } from '#content/media/table.ts'
import type { Context } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { isoDay } from '#ui/formats.ts'
import { formerMemberId } from '../account/queries.ts'
import type { Figures, Range } from './schema.ts'
import { dailySums, type Kind } from './table.ts'

/** `count` steps of so many `days`, the last of which ends `today` (YYYY-MM-DD). */
type Shape = { count: number; days: number; today: string }

const shapes: Record<Range, Omit<Shape, 'today'>> = {
  week: { count: 7, days: 1 },
  month: { count: 30, days: 1 },
  year: { count: 52, days: 7 },
}
/** So many names of a kind are shown. */
const shown = 10

/** Everything that the admins' page shows; one statement for each subject. */
export async function readFigures({ db, mail }: Pick<Context, 'db' | 'mail'>, range: Range): Promise<Figures> {
  const shape = { ...shapes[range], today: isoDay(new Date().toISOString()) }
  const one = sql`count(*)`
  const posts = and(eq(entries.state, 'published'), isNotNull(entries.authorId), isNotNull(entries.publishedAt))
  const sums = await readSums(db, shape)
  const { mails, ...queue } = await readQueue(db)
  return {
    from: Array.from({ length: shape.count }, (_, at) => daysBefore(shape, (shape.count - at) * shape.days - 1)),
    visits: { steps: sums.steps('visit'), most: sums.names('visit').slice(0, shown) },
    members: await grown(db, shape, accounts, accounts.createdAt, one, ne(accounts.id, formerMemberId)),
    posts: await grown(db, shape, entries, entries.publishedAt, one, posts),
    storage: await grown(db, shape, files, files.createdAt, sql`sum(${files.size})`, isNotNull(files.storedAt)),
    jobs: { ...queue, steps: sums.steps('job'), most: sums.shares('job-failed', ['job', 'job-failed']) },
    mail: {
      steps: sums.steps('mail'),
      failed: sums.names('mail-failed').reduce((before, { count }) => before + count, 0),
      waiting: mails + (await mail.waiting()),
    },
    errors: { steps: sums.steps('error'), most: sums.shares('error', ['request']) },
    slow: { steps: sums.steps('slow'), most: sums.shares('slow', ['request']) },
  }
}

/** The queue of all instances as it is now; `mails` are those of it that wait to be sent. */
export async function readQueue(db: Context['db']) {
  const { rows } = await db.execute<Record<'waiting' | 'running' | 'retrying' | 'failed' | 'mails', number>>(sql`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'retrying')::int as retrying, count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where task_identifier like 'mail:%')::int as mails
    from (select task_identifier, case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
      when attempts > 0 then 'retrying' else 'waiting' end as state from graphile_worker.jobs) jobs`)
  return rows[0] ?? { waiting: 0, running: 0, retrying: 0, failed: 0, mails: 0 }
}

/** All of `table` that counts, and what came in each step. */
async function grown(
  db: Context['db'],
  shape: Shape,
  table: PgTable,
  at: PgColumn,
  amount: SQL,
  counts: SQL | undefined,
): Promise<Figures['members']> {
  const day = sql`(${at} at time zone 'Africa/Nairobi')::date`
  const rows = await db
    .select({ ago: ago(shape, day), amount: sql<number>`coalesce(${amount}, 0)::float8` })
    .from(table)
    .where(counts)
    .groupBy(sql`1`)
  return { total: rows.reduce((before, row) => before + row.amount, 0), steps: stepsOf(shape, rows) }
}

/** The sums of all kinds, by step and by name, in one statement. */
async function readSums(db: Context['db'], shape: Shape) {
  const rows = await db
    .select({
      kind: dailySums.kind,
      ago: sql<number | null>`${ago(shape, sql`${dailySums.day}`)}`.as('ago'),
      name: sql<string | null>`${dailySums.name}`.as('name'),
      amount: sql<number>`sum(${dailySums.amount})::float8`,
    })
    .from(dailySums)
    .where(gt(dailySums.day, daysBefore(shape, shape.count * shape.days)))
    .groupBy(sql`grouping sets ((1, 2), (1, 3))`)
  const of = (kind: Kind) => rows.filter((row) => row.kind === kind)
  const names = (kind: Kind) =>
    of(kind)
      .flatMap(({ name, amount }) => (name === null ? [] : [{ name, count: amount }]))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  const countOf = (kind: Kind, name: string) => names(kind).find((one) => one.name === name)?.count ?? 0
  return {
    names,
    steps: (kind: Kind) => stepsOf(shape, of(kind)),
    /** Those named most, each with how often there was one at all: the sum of `all`. */
    shares: (kind: Kind, all: Kind[]) =>
      names(kind)
        .slice(0, shown)
        .map(({ name, count }) => ({ name, count, of: all.reduce((sum, one) => sum + countOf(one, name), 0) })),
  }
}

/** How many steps before the last one a day lies; `count` for all that is older than the first. */
function ago({ count, days, today }: Shape, day: SQL): SQL<number> {
  return sql<number>`greatest(0, least((${today}::date - ${day}) / ${sql.raw(String(days))}, ${sql.raw(String(count))}))::int`
}

function stepsOf({ count }: Shape, rows: { ago: number | null; amount: number }[]): number[] {
  const amounts = new Map(rows.map(({ ago, amount }) => [ago, amount]))
  return Array.from({ length: count }, (_, at) => amounts.get(count - 1 - at) ?? 0)
}

function daysBefore({ today }: Shape, days: number): string {
  return new Date(Date.parse(today) - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
