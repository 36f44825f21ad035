import { and, eq, gt, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { formerMemberId } from '#accounts/account.ts'
import { entries } from '#content/entry/table.ts'
import { files } from '#content/media/table.ts'
import { placeZoneSql } from '#core/column.ts'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { readQueue } from '#core/queue.ts'
import { accounts, type DailySum, dailySums } from '#core/tables.ts'
import { isoDay } from '#text/day.ts'
import { Figures, FiguresQuery, type Range } from './schema.ts'

export const figures = {
  get: operation('GET', '/admin/figures', 'admin', {
    summary: 'Read how the site is used and how it runs, as totals that identify nobody',
    input: FiguresQuery,
    output: Figures,
    handler: (ctx, { range }) => readFigures(ctx, range),
  }),
}

/** `count` steps of `days` days each; the last one ends `today` (YYYY-MM-DD). */
type Shape = { count: number; days: number; today: string }

const shapes: Record<Range, Omit<Shape, 'today'>> = {
  week: { count: 7, days: 1 },
  month: { count: 30, days: 1 },
  year: { count: 52, days: 7 },
}
/** The maximum number of names that are listed for each kind. */
const listLength = 10

/** Returns the data of the analytics page. All daily sums are read in one statement. */
async function readFigures({ db, mail }: Pick<Context, 'db' | 'mail'>, range: Range): Promise<Figures> {
  const shape = { ...shapes[range], today: isoDay(new Date().toISOString()) }
  const one = sql`count(*)`
  const posts = and(eq(entries.state, 'published'), isNotNull(entries.authorId), isNotNull(entries.publishedAt))
  const sums = await readSums(db, shape)
  const { mails, ...queue } = await readQueue(db)
  return {
    from: Array.from({ length: shape.count }, (_, at) => daysBefore(shape, (shape.count - at) * shape.days - 1)),
    visits: { steps: sums.steps('visit'), most: sums.names('visit').slice(0, listLength) },
    members: await readGrowth(db, shape, accounts, accounts.createdAt, one, ne(accounts.id, formerMemberId)),
    posts: await readGrowth(db, shape, entries, entries.publishedAt, one, posts),
    storage: await readGrowth(db, shape, files, files.createdAt, sql`sum(${files.size})`, isNotNull(files.storedAt)),
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

/** Returns the total of the rows of `table` that match `where`, and how much was added in each step. */
async function readGrowth(
  db: Context['db'],
  shape: Shape,
  table: PgTable,
  at: PgColumn,
  amount: SQL,
  where: SQL | undefined,
): Promise<Figures['members']> {
  const day = sql`(${at} at time zone ${placeZoneSql})::date`
  const rows = await db
    .select({ ago: ago(shape, day), amount: sql<number>`coalesce(${amount}, 0)::float8` })
    .from(table)
    .where(where)
    .groupBy(sql`1`)
  return { total: rows.reduce((before, row) => before + row.amount, 0), steps: stepsOf(shape, rows) }
}

/** Returns the sums of all kinds, by step and by name, in one statement. */
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
  const of = (kind: DailySum) => rows.filter((row) => row.kind === kind)
  const names = (kind: DailySum) =>
    of(kind)
      .flatMap(({ name, amount }) => (name === null ? [] : [{ name, count: amount }]))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  const countOf = (kind: DailySum, name: string) => names(kind).find((one) => one.name === name)?.count ?? 0
  return {
    names,
    steps: (kind: DailySum) => stepsOf(shape, of(kind)),
    /** Returns the most frequent names of a kind, each with the sum of all kinds in `all` for that name. */
    shares: (kind: DailySum, all: DailySum[]) =>
      names(kind)
        .slice(0, listLength)
        .map(({ name, count }) => ({ name, count, of: all.reduce((sum, one) => sum + countOf(one, name), 0) })),
  }
}

/** Returns how many steps before the last one a day is; `count` for days before the first step. */
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
