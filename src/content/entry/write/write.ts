import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { audit } from '#core/audit.ts'
import type { Context, News } from '#core/context.ts'
import { Conflict } from '#core/errors.ts'
import type { EntryKind } from '../address.ts'
import { kindOf } from '../address.ts'
import { requireAgreed } from '../consent/check.ts'
import { removeDraft } from '../draft/queries.ts'
import { goods, requireSaleAgreed, unlinkGoods } from '../link/sale.ts'
import { keepFacetsLater } from '../list/facets.ts'
import { publishedNow } from '../list/published-until.ts'
import { searchColumns } from '../list/search.ts'
import { keepExact, pointColumns } from '../point/point.ts'
import { mayConfirm } from '../policy.ts'
import { refusals } from '../refusals.ts'
import type { NewPoint, Visibility } from '../schema.ts'
import { entries } from '../table.ts'
import { type EntrySettingsChange, refuseLabels, requireGroups, splitSettings } from '../visibility/audience.ts'
import { againstSale, type Label } from '../visibility/labels.ts'
import { startsUnlisted } from '../visibility/unlisted.ts'
import { findLexemes } from './long-text.ts'
import { keepVersion } from './versions.ts'

export type NewEntry = {
  title: string
  state: 'draft' | 'published'
  visibility: Visibility
  groups?: string[]
  labels?: Label[]
  deceased?: boolean
  allowComments?: boolean
  coverId?: string | null
  point?: NewPoint | null | undefined
  /** Plain text for search, besides the title. The excerpt is taken from its beginning. */
  words: string
  /** False leaves a keeper's new archive entry unconfirmed. */
  confirmed?: boolean | undefined
  /** Other names, which search ranks like the title. */
  names?: string[]
}

type Drafted = EntrySettingsChange & { draftId?: string | undefined; draftSaved?: boolean | undefined }

/**
 * Separates the fields of a new entry as `splitSettings` does, and deletes the draft that it was written in. A type's
 * `create` calls it before it claims files, which the same draft may have brought to another entry. Throws Conflict if
 * the draft was posted or deleted on another device.
 */
export async function splitNew<T extends Drafted>(ctx: Context, { draftId, draftSaved, ...input }: T) {
  if (draftId && !(await removeDraft(ctx, draftId)) && draftSaved) throw new Conflict(refusals.draftGone, 'draft_gone')
  return splitSettings(input)
}

/**
 * Inserts the row that all types share, its version and its audit line, and returns the new id. A type's `create` calls
 * it first. Throws Forbidden or Invalid for labels or groups that the viewer may not set.
 */
export async function insertEntry(ctx: Context, type: EntryKind, entry: NewEntry): Promise<string> {
  const { names = [], words, point, confirmed: wanted, ...shared } = entry
  const { groups = [], labels = [] } = shared
  refuseLabels(ctx, labels)
  await requireGroups(ctx, groups)
  const confirmed = mayConfirm(ctx.viewer, kindOf(type)) && wanted !== false
  const unlisted = await startsUnlisted(ctx)
  const searched = { title: entry.title, names, words }
  const lexemes = await findLexemes(type, searched)
  const [row] = await ctx.db
    .insert(entries)
    .values({
      ...shared,
      type,
      groups,
      labels,
      unlisted,
      ...pointColumns(point),
      ...searchColumns(type, searched, lexemes),
      authorId: ctx.viewer?.id ?? null,
      publishedAt: entry.state === 'published' ? publishedNow : null,
      ...(confirmed && confirmation(ctx, true)),
    })
    .returning({ id: entries.id })
  if (!row) throw new Error('insert into entries returned no row')
  await keepExact(ctx, row.id, point)
  await audit(ctx, `${type}:create`, row.id)
  keepVersion(ctx, { id: row.id, type }, 'create')
  keepFacetsLater(ctx, { id: row.id, type })
  ctx.contentChanged(
    entry.state === 'published'
      ? newsOf({ ...entry, type, groups, unlisted, authorId: ctx.viewer?.id ?? null })
      : undefined,
  )
  return row.id
}

/** Returns the columns for who confirmed an entry and when. */
export function confirmation({ viewer }: Pick<Context, 'viewer'>, confirmed: boolean) {
  return confirmed
    ? { confirmedAt: sql`now()`, confirmedBy: viewer?.id ?? null }
    : { confirmedAt: null, confirmedBy: null }
}

/** The columns of an entry that was not returned by keepers, or was sent again. */
export const notReturned = { returnedAt: null, returnedReason: null, returnedVoice: null }

type EntryRow = Pick<
  typeof entries.$inferSelect,
  'id' | 'type' | 'title' | 'state' | 'publishedAt' | 'authorId' | 'confirmedAt'
>

export type EntryChange = EntrySettingsChange & {
  title?: string | undefined
  coverId?: string | null | undefined
  /** Required if the title, the names or the text change; the same as in `NewEntry`. */
  words?: string | undefined
  names?: string[] | undefined
  /** Only keepers may set this. */
  confirmed?: boolean | undefined
}

/**
 * Changes the row that all types share. The first publication sets `publishedAt`. Throws Invalid if people in it have
 * not agreed to this audience or to a sale.
 */
export async function updateEntry(
  ctx: Context,
  entry: EntryRow,
  { words, names = [], confirmed, reason: _, ...change }: EntryChange,
) {
  if (change.visibility) await requireAgreed(ctx, entry.id, change.visibility)
  if (entry.type === goods && change.state === 'published') await requireSaleAgreed(ctx, entry.id)
  if (change.labels?.some((label) => againstSale.includes(label))) await unlinkGoods(ctx, entry.id, 'label')
  const publishing = change.state === 'published' && entry.publishedAt === null
  const widened = change.visibility !== undefined && change.visibility !== 'keepers'
  const sentAgain = change.state === 'published' || (entry.authorId === null && widened)
  const decided = confirmed !== undefined && confirmed !== (entry.confirmedAt !== null)
  const { type, visibility, groups, unlisted, authorId } = entries
  const { point, ...columns } = change
  const searched = words === undefined ? undefined : { title: change.title ?? entry.title, names, words }
  const lexemes = searched && (await findLexemes(entry.type, searched))
  await keepExact(ctx, entry.id, point)
  const [changed] = await ctx.db
    .update(entries)
    .set({
      ...columns,
      ...pointColumns(point),
      updatedAt: sql`now()`,
      ...(searched && searchColumns(entry.type, searched, lexemes)),
      ...(publishing && { publishedAt: publishedNow }),
      ...(sentAgain && notReturned),
      ...(decided && confirmation(ctx, confirmed)),
    })
    .where(eq(entries.id, entry.id))
    .returning({ type, visibility, groups, unlisted, authorId })
  await audit(ctx, `${entry.type}:update`, entry.id, { fields: Object.keys(change) })
  keepVersion(ctx, entry, 'update')
  keepFacetsLater(ctx, entry)
  ctx.contentChanged(publishing && changed ? newsOf(changed) : undefined)
}

/** Returns the news about a published entry, for the people whose lists show it. */
function newsOf({ type, visibility, groups, unlisted, authorId }: News & { unlisted: boolean }): News {
  return { type, visibility: unlisted && visibility === 'public' ? 'members' : visibility, groups, authorId }
}

/** Changes the row of an entry's type. The id is included, so that an empty change is still a valid statement. */
export async function changeRow<T extends PgTable & { entryId: PgColumn }>(
  { db }: Pick<Context, 'db'>,
  table: T,
  entryId: string,
  change: PgUpdateSetSource<T>,
): Promise<void> {
  await db
    .update(table)
    .set({ ...change, entryId } as PgUpdateSetSource<T>)
    .where(eq(table.entryId, entryId))
}
