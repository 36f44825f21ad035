import { createHash } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { after } from '#content/entry/list/where.ts'
import { entries } from '#content/entry/table.ts'
import { listed, readable } from '#content/entry/visibility/rules.ts'
import { presentFile } from '#content/media/queries.ts'
import type { Context } from '#core/context.ts'
import { existing } from '#core/errors.ts'
import { type PageQuery, toPage } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { type FileRow, file } from '../queries.ts'
import { asks, vocabulary } from '../table.ts'
import { answerableDays } from './schema.ts'

const { id: wordId } = entries
const { form, language, english, swahili, ipa } = vocabulary
const isFresh = gt(asks.createdAt, sql`now() - ${answerableDays} * interval '1 day'`)
/** Matches links that are answered, or can still be. */
export const isOpen = or(isNotNull(asks.answeredAt), isFresh)
export const isExpired = and(isNull(asks.answeredAt), sql`not ${isFresh}`)

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Returns when a link made at this time stops working. */
export function untilOf(createdAt: string): string {
  return new Date(Date.parse(createdAt) + answerableDays * 24 * 60 * 60 * 1000).toISOString()
}

/** Selects links with their word and the member who asked. Add `where` and order. */
function selectAsks({ db }: Pick<Context, 'db'>) {
  return db
    .select({
      ask: asks,
      word: { id: wordId, form, language, english, swahili, ipa },
      asker: { id: accounts.id, name: accounts.name, avatar: accounts.avatar },
      files: sql<
        FileRow[]
      >`array(select json_build_object(${file}) from unnest(${asks.fileIds}) with ordinality named (id, at)
        join files f on f.id = named.id order by at)`,
    })
    .from(asks)
    .innerJoin(vocabulary, eq(vocabulary.entryId, asks.entryId))
    .innerJoin(entries, eq(entries.id, asks.entryId))
    .innerJoin(accounts, eq(accounts.id, asks.askerId))
    .$dynamic()
}

/**
 * Returns what the link with this token asks, or undefined if the link is wrong, taken back, decided on or too old, or
 * if guests can't see its word any more.
 */
export async function findAsk(ctx: Pick<Context, 'db'>, token: string) {
  const condition = and(eq(asks.secretHash, hashOf(token)), isOpen, listed(null), isNull(accounts.disabledAt))
  const [row] = await selectAsks(ctx).where(condition)
  return row
}

/** Returns the title of an entry if guests can see it; otherwise undefined. */
export async function readPublicTitle(db: Context['db'], id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ title: entries.title })
    .from(entries)
    .where(and(eq(entries.id, id), listed(null)))
  return row?.title
}

/** Locks a link and returns it. Throws NotFound if it is gone. */
export async function lockAsk({ db }: Pick<Context, 'db'>, which: SQL | undefined) {
  const [row] = await db
    .select({ ask: asks })
    .from(asks)
    .innerJoin(entries, eq(entries.id, asks.entryId))
    .where(which)
    .for('update', { of: asks })
  return existing(row).ask
}

/** Returns a page of the answers that wait for this keeper, oldest first. */
export async function waitingVoices(ctx: Context, { limit, lastKey }: PageQuery) {
  const rows = await selectAsks(ctx)
    .where(and(isNotNull(asks.answeredAt), readable(ctx.viewer), after(lastKey, asks.answeredAt, 'asc', asks.id)))
    .orderBy(asc(asks.answeredAt), asc(asks.id))
    .limit(limit + 1)
  return toPage(rows, limit, ({ ask }) => ({ value: ask.answeredAt ?? '', id: ask.id }), present)
}

type Row = Awaited<ReturnType<typeof selectAsks>>[number]

function present({ ask: { id, answeredAt }, word, asker, files }: Row) {
  const [voice, consent] = files
  if (!answeredAt || !voice || !consent) throw new Error(`the answer ${id} has no files`)
  return { id, answeredAt, word, asker, voice: presentFile(voice), consent: presentFile(consent) }
}
