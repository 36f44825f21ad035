import { and, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { kindOf } from './address.ts'
import { newest } from './list/newest.ts'
import { listsOf, oneOf, rowsOf } from './list/reads.ts'
import { matching } from './list/search.ts'
import { amongIds, ofKind } from './list/where.ts'
import { presentPoint } from './point/point.ts'
import { isAllowed } from './policy.ts'
import { authorOf, entryColumns, judgedColumns, presentEntry } from './present.ts'
import { ById, Entry, EntryQuery, PointAnswer, StillAnswer, StillQuery } from './schema.ts'
import { entries, exactPoints } from './table.ts'
import { arrayOf } from './visibility/any-viewer.ts'
import { listed, readable } from './visibility/rules.ts'

const listEntries = listsOf(
  'entries',
  ({ db }) => db.select(entryColumns).from(entries).leftJoin(accounts, authorOf).$dynamic(),
  { newest: { of: listed, by: newest.by } },
)
const onePoint = oneOf('point', selectPoints)
const readableIds = rowsOf(
  'still',
  ({ db }) => db.select({ id: entries.id }).from(entries).$dynamic(),
  (viewer) => and(amongIds(entries.id), readable(viewer)),
)

/** Operations on entries of every type that need no type-specific code. */
export const entry = {
  list: operation('GET', '/entries', 'public', {
    summary: 'List or search entries of every type, newest first',
    input: EntryQuery,
    output: Page(Entry),
    async handler(ctx, { q, type, limit, lastKey }) {
      const ofType = type === '' ? undefined : ofKind(type)
      const rows = await listEntries(ctx, 'newest', limit, and(ofType, matching(q), newest.after(lastKey)))
      return toPage(rows, limit, (row) => ({ value: newest.value(row), id: row.id }), presentEntry)
    },
  }),

  still: operation('GET', '/entries/still', 'public', {
    summary: 'List which of these entries the caller may still read; a device deletes its copies of the others',
    input: StillQuery,
    output: StillAnswer,
    async handler(ctx, { ids }) {
      if (ids.length === 0) return { ids: [] }
      const rows = await readableIds(ctx, { ids: arrayOf(ids) })
      return { ids: rows.map(({ id }) => id) }
    },
  }),

  point: operation('GET', '/entries/:id/point', 'public', {
    summary: 'Get the location of an entry. If it is blurred, only the author and keepers get the exact location',
    input: ById,
    output: PointAnswer,
    async handler(ctx, { id }) {
      const row = await onePoint(ctx, id)
      const point = presentPoint(row)
      const trusted = isAllowed(ctx.viewer, 'locate', row, kindOf(row.type))
      return { point: point && trusted && row.blurred ? { ...point, ...row.exact, accuracy: null } : point }
    },
  }),
}

function selectPoints({ db }: Pick<Context, 'db'>) {
  const { latitude, longitude, blurred } = entries
  const exact = { latitude: exactPoints.latitude, longitude: exactPoints.longitude }
  return db
    .select({ ...judgedColumns, latitude, longitude, blurred, exact })
    .from(entries)
    .leftJoin(exactPoints, eq(exactPoints.entryId, entries.id))
    .$dynamic()
}
