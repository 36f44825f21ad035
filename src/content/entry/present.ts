import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import { hasPage } from '#accounts/person.ts'
import { suggestion } from '#content/kinds.ts'
import type { Viewer } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { kindOf } from './address.ts'
import { isArchive } from './archive.ts'
import { presentPoint } from './point/point.ts'
import { type JudgedEntry, mayOf, type Verb } from './policy.ts'
import { entries } from './table.ts'

/** The columns of an entry's answer, including its author. Join with `authorOf`. */
const {
  coverId: _coverId,
  names: _names,
  words: _words,
  search: _search,
  folding: _folding,
  bytes: _bytes,
  batchId: _batchId,
  ...columns
} = getTableColumns(entries)
export const entryColumns = {
  ...columns,
  authorName: accounts.name,
  authorAvatar: accounts.avatar,
  // Only a listed entry links to its author's page, because the page of an author without listed entries may be empty.
  authorPage: sql<boolean>`${and(
    eq(entries.state, 'published'),
    eq(entries.unlisted, false),
    ne(entries.type, suggestion.type),
    hasPage,
  )}`.inlineParams(),
}
/** The columns that the rules of `policy.ts` read. */
const { type, authorId, state, visibility, narrowed, confirmedAt } = entries
export const judgedColumns = { type, authorId, state, visibility, narrowed, confirmedAt }
export const authorOf = eq(accounts.id, entries.authorId)

type EntryRow = Omit<
  typeof entries.$inferSelect,
  'coverId' | 'names' | 'words' | 'search' | 'folding' | 'bytes' | 'batchId'
> & {
  authorName: string | null
  authorAvatar: string | null
  authorPage: boolean
}

/** Returns the fields that the answers of all types share. */
export function presentEntry(row: EntryRow) {
  const { id, type, title, state, visibility, groups, labels, deceased, allowComments, authorId, authorName } = row
  const { createdAt, updatedAt, publishedAt } = row
  const { authorAvatar: avatar, authorPage: page } = row
  const author = authorId && authorName ? { id: authorId, name: authorName, avatar, page } : null
  // Only the author and moderators can read a hidden entry, so they may read the reason too.
  const why = state === 'hidden' && { hiddenReason: row.hiddenReason }
  const confirmation = isArchive(type) && { confirmed: row.confirmedAt !== null }
  const settings = { state, visibility, groups, labels, deceased, allowComments }
  const unlisted = row.unlisted && state === 'published' && visibility === 'public' && groups.length === 0
  return {
    id,
    type,
    title,
    ...settings,
    createdAt,
    updatedAt,
    publishedAt,
    author,
    point: presentPoint(row),
    ...(unlisted && { unlisted }),
    ...why,
    ...confirmation,
    ...returnOf(row),
  }
}

/** Returns the field `may` of the answer of one entry: what the viewer may do to it. Guests' answers don't have it. */
export function mayField(viewer: Viewer | null, row: JudgedEntry & { type: string }): { may?: Verb[] } {
  return viewer ? { may: mayOf(viewer, row, kindOf(row.type)) } : {}
}

/** Returns why keepers returned an entry, for its author, or for keepers if it has no author. */
function returnOf({ state, visibility, authorId, returnedAt, returnedReason, returnedVoice }: EntryRow) {
  const toAuthor = state === 'draft' && authorId !== null
  if (!returnedAt || !(toAuthor || (authorId === null && visibility === 'keepers'))) return undefined
  const voice = returnedVoice && `/files/${returnedVoice}`
  return { returned: { at: returnedAt, reason: returnedReason, voice } }
}
