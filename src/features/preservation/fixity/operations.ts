import { and, desc, isNotNull } from 'drizzle-orm'
import { pageOf } from '#content/entry/address.ts'
import { after } from '#content/entry/list/where.ts'
import { files } from '#content/media/table.ts'
import { operation } from '#core/operation.ts'
import { PageQuery, toPage } from '#core/page.ts'
import { isKept, selectDamaged, stateOfFiles } from './queries.ts'
import { DamagedFiles, FilesState } from './schema.ts'

export const fixity = {
  state: operation('GET', '/admin/fixity', 'admin', {
    summary: 'Count the originals that were checked, and those that are damaged or missing',
    output: FilesState,
    async handler({ db }) {
      const { oldest, ...state } = await stateOfFiles(db)
      return { ...state, oldestCheck: oldest }
    },
  }),

  damaged: operation('GET', '/admin/fixity/damaged', 'admin', {
    summary: 'List the damaged or missing originals that could not be repaired',
    input: PageQuery,
    output: DamagedFiles,
    async handler({ db, viewer }, { limit, lastKey }) {
      const rows = await selectDamaged(db, viewer)
        .where(and(isKept, isNotNull(files.damage), after(lastKey, files.createdAt, 'desc', files.id)))
        .orderBy(desc(files.createdAt), desc(files.id))
        .limit(limit + 1)
      return toPage(
        rows,
        limit,
        (row) => ({ value: row.createdAt, id: row.id }),
        ({ id, damage, kind, size, createdAt, name, entry, seen }) => ({
          ...{ id, kind, size, createdAt },
          damage: damage ?? 'damaged',
          name: seen ? name : null,
          entry: seen && entry ? { title: entry.title, url: pageOf(entry) } : null,
        }),
      )
    },
  }),
}
