import { and, desc, eq } from 'drizzle-orm'
import type { ImportedType } from '#content/entry/address.ts'
import { after, numberIn } from '#content/entry/list/where.ts'
import { ById, Removed } from '#content/entry/schema.ts'
import { cellsOf } from '#content/entry/write/importable.ts'
import { importables } from '#content/importables.ts'
import { audit } from '#core/audit.ts'
import { Conflict, refused, TooLarge } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { PageQuery, toPage } from '#core/page.ts'
import { language } from '#text/language.ts'
import { acceptRows } from './differences/change.ts'
import { presentColumns } from './file/columns.ts'
import { importJobs } from './job-types.ts'
import { lockImport, presentImport, readImport, rowsAfter, selectImports, setImport } from './queries.ts'
import { refusals } from './refusals.ts'
import {
  Acceptance,
  ChangedEntries,
  ChangedQuery,
  Import,
  ImportChange,
  ImportRows,
  ImportStarted,
  Imports,
  largestFile,
  NewImport,
  RowQuery,
  type Settings,
  type Stage,
  Undo,
} from './schema.ts'
import { importRows, imports } from './table.ts'
import { changedEntries, seenBy } from './undo/queries.ts'

/** The number of seconds within which an upload must begin. */
const ttlSeconds = 60 * 60

/** Returns the parts that an upload address is signed with. */
export function importParts(id: string): string[] {
  return ['import', id]
}

/** Operations for files that are uploaded, checked, and then imported or deleted. Keepers see each other's imports. */
export const imported = {
  list: operation('GET', '/imports', 'keeper', {
    summary: 'List imports, newest first',
    input: PageQuery,
    output: Imports,
    async handler({ db }, { limit, lastKey }) {
      const rows = await selectImports(db)
        .where(after(lastKey, imports.createdAt, 'desc', imports.id))
        .orderBy(desc(imports.createdAt), desc(imports.id))
        .limit(limit + 1)
      return toPage(rows, limit, ({ import: row }) => ({ value: row.createdAt, id: row.id }), presentImport)
    },
  }),

  get: operation('GET', '/imports/:id', 'keeper', {
    summary: 'Read an import, with its progress and what its file contains',
    input: ById,
    output: Import,
    handler: ({ db }, { id }) => readImport(db, id),
  }),

  create: operation('POST', '/imports', 'keeper', {
    summary: 'Start an import; then send its file by PUT to `uploadUrl`',
    input: NewImport,
    output: ImportStarted,
    status: 201,
    limit: 'upload',
    async handler({ db, viewer, tokens, caller }, { type, fileName, size }) {
      if (size !== undefined && size > largestFile) throw new TooLarge(refusals.tooLarge(largestFile / 1024 / 1024))
      const keeperId = viewer?.id ?? null
      const values = { type, fileName, settings: defaults, keeperId, language: language() }
      const [row] = await db.insert(imports).values(values).returning({ id: imports.id })
      if (!row) throw new Error('insert into imports returned no row')
      const expires = Math.floor(Date.now() / 1000) + ttlSeconds
      const signature = tokens.signAddress(importParts(row.id), expires)
      const uploadUrl = `${caller.origin}/imports/${row.id}/file?expires=${expires}&signature=${signature}`
      return { import: await readImport(db, row.id), uploadUrl }
    },
  }),

  update: operation('PATCH', '/imports/:id', 'keeper', {
    summary: 'Change how the file is read, and check its rows again',
    body: 'text',
    input: ImportChange,
    output: Import,
    async handler(ctx, { id, ...change }) {
      const row = await lockImport(ctx.db, id)
      refuseUnless(row.stage, ['checking', 'checked', 'failed'])
      const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const settings: Settings = { ...row.settings, ...changes }
      // A different encoding, separator or head results in different columns, so the chosen ones no longer apply.
      const { encoding, separator, headRow } = change
      if ((encoding || separator || headRow !== undefined) && !change.columns) settings.columns = []
      settings.columns = presentColumns(settings.columns)
      refuseColumns(row.type, settings.columns)
      const recheck = Object.keys(changes).some((name) => name !== 'visibility' && name !== 'confirmed')
      const version = row.version + 1
      await setImport(ctx.db, id, { settings, ...(recheck && { version, stage: 'checking', done: 0, failure: null }) })
      if (recheck) await importJobs.check.add(ctx, { importId: id, version })
      return readImport(ctx.db, id)
    },
  }),

  rows: operation('GET', '/imports/:id/rows', 'keeper', {
    summary: 'List the rows of an import that have one outcome, in the order of the file',
    input: RowQuery,
    output: ImportRows,
    async handler(ctx, { id, outcome, limit, lastKey }) {
      const { type } = await readImport(ctx.db, id)
      const { columns } = importables[type]
      const rows = await rowsAfter(ctx.db, id, outcome, numberIn(lastKey) ?? 0, limit + 1)
      // An entry may have been hidden, limited or removed since its cells were stored.
      const seen = await seenBy(
        ctx,
        rows.flatMap(({ before, entryId }) => (before && entryId ? [entryId] : [])),
      )
      return toPage(
        rows,
        limit,
        ({ number }) => ({ value: number, id }),
        ({ number, record, problems, entryId, before, ...row }) => {
          const cells = cellsOf({ columns }, record)
          const filled = columns.flatMap(({ name }, at) => (cells[at] ? [[name, cells[at]] as const] : []))
          const stored = seen.includes(entryId ?? '') ? before : null
          const changes = columns.flatMap(({ name: column }, at) => {
            const old = stored?.[column]
            return old === undefined ? [] : [{ column, before: old, after: cells[at] ?? '' }]
          })
          const shown = { cells: Object.fromEntries(filled), problems: problems ?? [], changes }
          return { number, outcome: row.outcome, entryId, ...shown }
        },
      )
    },
  }),

  run: operation('POST', '/imports/:id/run', 'keeper', {
    summary: 'Add all valid new rows in the background',
    input: ById,
    output: Import,
    async handler(ctx, { id }) {
      const row = await lockImport(ctx.db, id)
      refuseUnless(row.stage, ['checked'])
      await setImport(ctx.db, id, { stage: 'importing', done: 0, total: row.fresh })
      await importJobs.run.add(ctx, { importId: id })
      await audit(ctx, 'import:run', id, { type: row.type, fileName: row.fileName, rows: row.fresh })
      return readImport(ctx.db, id)
    },
  }),

  accept: operation('POST', '/imports/:id/changes', 'keeper', {
    summary: 'Change existing entries to the rows that differ from them, at most 100 in one request',
    input: Acceptance,
    output: Import,
    async handler(ctx, { id, rows }) {
      const row = await lockImport(ctx.db, id)
      refuseUnless(row.stage, ['checked', 'done', 'undone'])
      await acceptRows(ctx, row, rows)
      return readImport(ctx.db, id)
    },
  }),

  changed: operation('GET', '/imports/:id/changed', 'keeper', {
    summary: 'List the entries of an import that someone has changed, linked or recorded since',
    input: ChangedQuery,
    output: ChangedEntries,
    async handler(ctx, { id, limit, lastKey }) {
      const row = await readImport(ctx.db, id)
      const rows = await changedEntries(ctx, row, { limit: limit + 1, lastKey })
      return toPage(rows, limit, ({ number }) => ({ value: number, id }))
    },
  }),

  undo: operation('POST', '/imports/:id/undo', 'keeper', {
    summary: 'Remove the entries of an import in the background; those changed since stay unless named in `also`',
    input: Undo,
    output: Import,
    async handler(ctx, { id, also }) {
      const row = await lockImport(ctx.db, id)
      refuseUnless(row.stage, ['done', 'undone'])
      const ofImport = eq(importRows.importId, id)
      await ctx.db
        .update(importRows)
        .set({ outcome: 'added' })
        .where(and(ofImport, eq(importRows.outcome, 'kept')))
      const alsoRemoved = await seenBy(ctx, also)
      const undoing = { also: alsoRemoved }
      await setImport(ctx.db, id, { stage: 'undoing', undoing, done: 0, total: row.added - row.removed })
      await importJobs.undo.add(ctx, { importId: id })
      await audit(ctx, 'import:undo', id, { type: row.type, fileName: row.fileName, also: alsoRemoved })
      return readImport(ctx.db, id)
    },
  }),

  remove: operation('DELETE', '/imports/:id', 'keeper', {
    summary: 'Cancel an import that has added nothing',
    input: ById,
    output: Removed,
    async handler(ctx, { id }) {
      const row = await lockImport(ctx.db, id)
      refuseUnless(row.stage, ['waiting', 'checking', 'failed', 'checked'])
      await ctx.db.delete(imports).where(eq(imports.id, id))
      await importJobs.forgetFile.add(ctx, { importId: id })
      return { id }
    },
  }),
}

const defaults: Settings = {
  encoding: 'utf-8',
  separator: ',',
  headRow: null,
  columns: [],
  languages: [],
  visibility: 'public',
  confirmed: false,
}

function refuseUnless(stage: Stage, allowed: Stage[]) {
  if (!allowed.includes(stage)) throw new Conflict(refusals.notNow, 'stage')
}

function refuseColumns(type: ImportedType, columns: Settings['columns']) {
  const filled = columns.filter((name) => name !== null)
  const names = importables[type].columns.map(({ name }) => name)
  for (const [at, name] of filled.entries()) {
    const message = names.includes(name) ? (filled.indexOf(name) < at ? refusals.twice : undefined) : refusals.notThere
    if (message) throw refused('columns', message)
  }
}
