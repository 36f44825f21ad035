import { and, eq, getTableColumns, ne, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Context, Viewer } from '#core/context.ts'
import { Conflict, Invalid } from '#core/errors.ts'
import type { Key } from '#core/page.ts'
import { hasRole } from '#core/permission.ts'
import { accounts, auditLog } from '#core/tables.ts'
import { isArchive } from './archive.ts'
import { refuseLabels, requireGroups, type StandingChange } from './audience.ts'
import { requireAgreed } from './consent/agreed.ts'
import { againstSale, type Label } from './labels.ts'
import { goods, requireSaleAgreed, unlinkGoods } from './link/sale.ts'
import { keepExact, pointColumns, presentPoint } from './point.ts'
import { refusals } from './refusals.ts'
import type { NewPoint, Visibility } from './schema.ts'
import { searchColumns } from './search.ts'
import { entries, groupMembers } from './table.ts'
import { keepVersion } from './versions.ts'

/** The columns of every entry's answer, author included; join with `authorOf`. */
const {
  coverId: _coverId,
  names: _names,
  words: _words,
  search: _search,
  folding: _folding,
  narrowed: _narrowed,
  ...shown
} = getTableColumns(entries)
export const entryColumns = {
  ...shown,
  authorName: accounts.name,
  authorAvatar: accounts.avatar,
}
export const authorOf = eq(accounts.id, entries.authorId)

type EntryRow = Omit<typeof entries.$inferSelect, 'coverId' | 'names' | 'words' | 'search' | 'folding' | 'narrowed'> & {
  authorName: string | null
  authorAvatar: string | null
}

/** The common part of an entry's answer. */
export function presentEntry(row: EntryRow) {
  const { id, type, title, state, visibility, groups, labels, deceased, authorId, authorName } = row
  const { createdAt, updatedAt, publishedAt } = row
  const author = authorId && authorName ? { id: authorId, name: authorName, avatar: row.authorAvatar } : null
  // Whoever may read what is hidden is its author or a moderator: they read why, too.
  const why = state === 'hidden' && { hiddenReason: row.hiddenReason }
  const certain = isArchive(type) && { confirmed: row.confirmedAt !== null }
  const standing = { state, visibility, groups, labels, deceased }
  return {
    id,
    type,
    title,
    ...standing,
    createdAt,
    updatedAt,
    publishedAt,
    author,
    point: presentPoint(row),
    ...why,
    ...certain,
    ...given(row),
  }
}

/** Why keepers gave it back: its author alone reads a draft, and keepers alone what was kept to them. */
function given({ state, visibility, authorId, returnedAt, returnedReason, returnedVoice }: EntryRow) {
  const toAuthor = state === 'draft' && authorId !== null
  if (!returnedAt || !(toAuthor || (authorId === null && visibility === 'keepers'))) return undefined
  const voice = returnedVoice && `/files/${returnedVoice}`
  return { returned: { at: returnedAt, reason: returnedReason, voice } }
}

/** What members give to the keepers: an entry, so that the same rule holds for it, but one in no list, count or search. */
const givenToKeepers = 'suggestion'

/** What lists show the viewer. */
export function listed(viewer: Viewer | null): SQL {
  return and(meantFor(viewer), ne(entries.type, givenToKeepers)) as SQL
}

/**
 * How many entries of each type lists show the viewer, in rows of `type` and `n`, a type perhaps in two: what is limited
 * to no group, which an index counts alone, and the little besides that is the viewer's or of their groups.
 */
export function countedByType(viewer: Viewer | null): SQL {
  const open = and(eq(entries.state, 'published'), within(null), audience(viewer)) as SQL
  const count = (rows: SQL | undefined) =>
    sql`select ${entries.type}, count(*)::int as n from ${entries} where ${rows} group by 1`
  const all = count(and(open, ne(entries.type, givenToKeepers)))
  if (!viewer) return all
  // Said as the index of what is limited to groups says it.
  const shared = sql`${entries.groups} <> '{}' and ${entries.groups} && ${viewerValues(viewer).groups}::uuid[]`
  const theirs = or(shared, eq(entries.authorId, viewer.id))
  return sql`${all} union all ${count(and(listed(viewer), theirs, sql`not (${open})`))}`
}

/** Published, and meant for the viewer: the one rule of who may see what. */
function meantFor(viewer: Viewer | null): SQL {
  const published = eq(entries.state, 'published')
  const meant = and(audience(viewer), within(viewer))
  return and(published, viewer ? or(meant, eq(entries.authorId, viewer.id)) : meant) as SQL
}

function audience(viewer: Viewer | null): SQL | undefined {
  if (hasRole(viewer, 'keeper')) return undefined
  return viewer?.admitted ? sql`${entries.visibility} in ('public', 'members')` : eq(entries.visibility, 'public')
}

/** Limited to no group, or to one of the viewer's. No role stands in for a group. */
export function within(viewer: Viewer | null): SQL {
  const open = sql`${entries.groups} = '{}'`
  if (!viewer) return open
  const { groups } = viewer
  return sql`(${open} or ${entries.groups} && ${Array.isArray(groups) ? arrayOf(groups) : groups}::uuid[])`
}

/** The same for the account of a joined row, whatever the state: whom a mail may still tell of the entry. */
export const meantForAccount = sql`(${entries.authorId} = ${accounts.id}
  or (${entries.visibility} <> 'keepers' or ${accounts.roles} && '{keeper,admin}')
  and (${entries.groups} = '{}' or exists (select from ${groupMembers}
    where ${groupMembers.accountId} = ${accounts.id} and ${groupMembers.groupId} = any(${entries.groups}))))`

/** What the viewer may open by its id: what is listed, their own in any state, and for moderators what was hidden. */
export function readable(viewer: Viewer | null): SQL {
  if (!viewer) return meantFor(null)
  const own = eq(entries.authorId, viewer.id)
  const hidden = hasRole(viewer, 'moderator') ? and(eq(entries.state, 'hidden'), within(viewer)) : undefined
  return or(meantFor(viewer), own, hidden) as SQL
}

function arrayOf(ids: string[]): string {
  return `{${ids.join()}}`
}

/** The viewer in a prepared statement: who they are and their groups are values of it, so that it serves one standing. */
export function anyViewer(viewer: Viewer | null): Viewer | null {
  const [id, groups] = [sql.placeholder('viewer'), sql.placeholder('groups')] as unknown as [string, string[]]
  return viewer && { ...viewer, id, groups }
}

/** The values that a statement made for `anyViewer` is executed with. */
export function viewerValues(viewer: Viewer | null) {
  return { viewer: viewer?.id, groups: arrayOf(viewer?.groups ?? []) }
}

/** All that decides, besides those values, what a viewer may see. */
export function standingOf(viewer: Viewer | null): string {
  if (!viewer) return 'guest'
  // Named is what does not count, so that whatever a viewer comes to have does.
  const { id, groups, sessionId, name, email, avatar, ...standing } = viewer
  return JSON.stringify(standing)
}

/**
 * Rows after `key` in a descending order of `column`, then id; undefined on the first page.
 * Throws Invalid for a key whose value can't stand in that column.
 */
export function after(
  key: Key | undefined,
  column: PgColumn | SQL,
  direction: 'asc' | 'desc' = 'desc',
  idColumn: PgColumn = entries.id,
) {
  if (!key) return undefined
  if ('getSQLType' in column && !fits(key.value, column.getSQLType()))
    throw new Invalid(undefined, [{ path: 'lastKey', message: refusals.foreignKey }])
  return direction === 'desc'
    ? sql`(${column}, ${idColumn}) < (${key.value}, ${key.id})`
    : sql`(${column}, ${idColumn}) > (${key.value}, ${key.id})`
}

function fits(value: Key['value'], type: string): boolean {
  if (type === 'integer') return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31
  if (type.startsWith('timestamp'))
    return /^[1-9]\d{3}-.*Z$/.test(String(value)) && !Number.isNaN(Date.parse(`${value}`))
  return true
}

export type NewEntry = {
  title: string
  state: 'draft' | 'published'
  visibility: Visibility
  groups?: string[]
  labels?: Label[]
  deceased?: boolean
  coverId?: string | null
  point?: NewPoint | null | undefined
  /** What search finds it by besides its title, as plain text, the main part first: its beginning describes it. */
  words: string
  /** Of the archive, what a keeper adds is confirmed unless this says otherwise. */
  confirmed?: boolean | undefined
  /** What else it is called: a search for one of them finds it first, as one for the title does. */
  names?: string[]
}

/**
 * Inserts the shared row and its audit line; answers the new id. Call it first in a type's `create`.
 * Throws Forbidden and Invalid for an audience or labels that the viewer may not give it.
 */
export async function insertEntry(ctx: Context, type: string, entry: NewEntry): Promise<string> {
  const { groups = [], labels = [], deceased = false } = entry
  refuseLabels(ctx, labels)
  await requireGroups(ctx, groups)
  const confirmed = isArchive(type) && hasRole(ctx.viewer, 'keeper') && entry.confirmed !== false
  const [row] = await ctx.db
    .insert(entries)
    .values({
      type,
      title: entry.title,
      state: entry.state,
      visibility: entry.visibility,
      groups,
      labels,
      deceased,
      coverId: entry.coverId ?? null,
      ...pointColumns(entry.point),
      ...searchColumns(type, { title: entry.title, names: entry.names ?? [], words: entry.words }),
      authorId: ctx.viewer?.id ?? null,
      publishedAt: entry.state === 'published' ? sql`now()` : null,
      ...(confirmed && confirmation(ctx, true)),
    })
    .returning({ id: entries.id })
  if (!row) throw new Error('insert into entries returned no row')
  await keepExact(ctx, row.id, entry.point)
  await audit(ctx, `${type}:create`, row.id)
  keepVersion(ctx, { id: row.id, type }, 'create')
  const { visibility, state } = entry
  ctx.contentChanged(state === 'published' ? { type, visibility, groups, authorId: ctx.viewer?.id ?? null } : undefined)
  return row.id
}

/** The columns that say who confirmed it, and when; or that it is not. */
export function confirmation({ viewer }: Pick<Context, 'viewer'>, confirmed: boolean) {
  return confirmed
    ? { confirmedAt: sql`now()`, confirmedBy: viewer?.id ?? null }
    : { confirmedAt: null, confirmedBy: null }
}

/** The columns of an entry that keepers have not given back, or that has been sent again. */
export const notReturned = { returnedAt: null, returnedReason: null, returnedVoice: null }

type Found = Pick<
  typeof entries.$inferSelect,
  'id' | 'type' | 'title' | 'state' | 'publishedAt' | 'authorId' | 'confirmedAt'
>

export type EntryChange = StandingChange & {
  title?: string | undefined
  coverId?: string | null | undefined
  /** Sent whenever the title, the names or the text change, as `insertEntry` takes them. */
  words?: string | undefined
  names?: string[] | undefined
  /** For keepers to say. */
  confirmed?: boolean | undefined
}

/**
 * Changes the shared row. The first publishing sets `publishedAt`; what a moderator hid its author can't publish, and
 * nobody shows it to more people than those in it agreed to, or puts it up for sale without them.
 */
export async function updateEntry(
  ctx: Context,
  entry: Found,
  { words, names = [], confirmed, reason: _, ...change }: EntryChange,
) {
  if (entry.state === 'hidden' && change.state && change.state !== 'hidden' && !hasRole(ctx.viewer, 'moderator'))
    throw new Conflict(refusals.hidden, 'hidden')
  if (change.visibility) await requireAgreed(ctx, entry.id, change.visibility)
  if (entry.type === goods && change.state === 'published') await requireSaleAgreed(ctx, entry.id)
  if (change.labels?.some((label) => againstSale.includes(label))) await unlinkGoods(ctx, entry.id, 'label')
  const publishing = change.state === 'published' && entry.publishedAt === null
  const widened = change.visibility !== undefined && change.visibility !== 'keepers'
  const sentAgain = change.state === 'published' || (entry.authorId === null && widened)
  const decided = confirmed !== undefined && confirmed !== (entry.confirmedAt !== null)
  const { type, visibility, groups, authorId } = entries
  const { point, ...columns } = change
  await keepExact(ctx, entry.id, point)
  const [changed] = await ctx.db
    .update(entries)
    .set({
      ...columns,
      ...pointColumns(point),
      updatedAt: sql`now()`,
      ...(words !== undefined && searchColumns(entry.type, { title: change.title ?? entry.title, names, words })),
      ...(publishing && { publishedAt: sql`now()` }),
      ...(sentAgain && notReturned),
      ...(decided && confirmation(ctx, confirmed)),
    })
    .where(eq(entries.id, entry.id))
    .returning({ type, visibility, groups, authorId })
  await audit(ctx, `${entry.type}:update`, entry.id, { fields: Object.keys(change) })
  keepVersion(ctx, entry, 'update')
  ctx.contentChanged(publishing ? changed : undefined)
}

/** One line in the audit log, in the caller's transaction. */
export async function audit(
  ctx: { db: NodePgDatabase; viewer: Viewer | null },
  action: string,
  subjectId: string | null,
  detail?: Record<string, unknown>,
) {
  await ctx.db.insert(auditLog).values({ actorId: ctx.viewer?.id ?? null, action, subjectId, detail: detail ?? null })
}
