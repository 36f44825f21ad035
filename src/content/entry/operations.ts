import { and, desc, eq, inArray } from 'drizzle-orm'
import { NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { hasRole } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { presentPoint } from './point.ts'
import { after, authorOf, entryColumns, listed, presentEntry, readable } from './queries.ts'
import { ById, Entry, EntryQuery, PointAnswer, StillAnswer, StillQuery } from './schema.ts'
import { matching } from './search.ts'
import { entries, exactPoints } from './table.ts'

/** What goes for entries of every type, and so asks for no code of a type's own. */
export const entry = {
  list: operation({
    method: 'GET',
    path: '/entries',
    permission: 'public',
    summary: 'List or search entries of every type, newest first',
    input: EntryQuery,
    output: Page(Entry),
    async handler({ db, viewer }, { q, type, limit, lastKey }) {
      const ofType = type === '' ? undefined : eq(entries.type, type)
      const rows = await db
        .select(entryColumns)
        .from(entries)
        .leftJoin(accounts, authorOf)
        .where(and(listed(viewer), ofType, matching(q), after(lastKey, entries.publishedAt)))
        .orderBy(desc(entries.publishedAt), desc(entries.id))
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: row.publishedAt ?? row.createdAt, id: row.id }), presentEntry)
    },
  }),

  still: operation({
    method: 'GET',
    path: '/entries/still',
    permission: 'public',
    summary: 'Which of the named entries the caller may still read: what a device keeps of the others goes',
    input: StillQuery,
    output: StillAnswer,
    async handler({ db, viewer }, { ids }) {
      if (ids.length === 0) return { ids: [] }
      const rows = await db
        .select({ id: entries.id })
        .from(entries)
        .where(and(inArray(entries.id, ids), readable(viewer)))
      return { ids: rows.map(({ id }) => id) }
    },
  }),

  point: operation({
    method: 'GET',
    path: '/entries/:id/point',
    permission: 'public',
    summary: 'Where an entry is: exactly for its author and keepers, where it is blurred about 5 km around for others',
    input: ById,
    output: PointAnswer,
    async handler({ db, viewer }, { id }) {
      const { latitude, longitude, blurred, authorId } = entries
      const exact = { latitude: exactPoints.latitude, longitude: exactPoints.longitude }
      const [row] = await db
        .select({ latitude, longitude, blurred, authorId, exact })
        .from(entries)
        .leftJoin(exactPoints, eq(exactPoints.entryId, entries.id))
        .where(and(eq(entries.id, id), readable(viewer)))
      if (!row) throw new NotFound()
      const point = presentPoint(row)
      const trusted = viewer && (viewer.id === row.authorId || hasRole(viewer, 'keeper'))
      return { point: point && trusted && row.blurred ? { ...point, ...row.exact, accuracy: null } : point }
    },
  }),
}
