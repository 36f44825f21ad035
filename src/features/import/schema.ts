import { z } from 'zod'
import { importedTypes } from '#content/entry/address.ts'
import { Visibility } from '#content/entry/schema.ts'
import { line } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'

const ImportedType = z.enum(importedTypes)

/** Limits of one file in bytes and rows (spec 18.1). */
export const largestFile = 100 * 1024 * 1024
export const mostRows = 50_000

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export const separators = [',', ';', '\t', '|'] as const
/** The number of rows at the top of a file among which the one with the column names is looked for. */
export const mostTopRows = 20

/**
 * A `fresh` row will be added; a `present` one is in the archive or earlier in the file; a `differs` row belongs to an
 * entry that it can change, and a `changed` one has changed it; a `kept` one stayed after an undo.
 */
export const Outcome = z.enum(['fresh', 'present', 'differs', 'changed', 'wrong', 'added', 'kept', 'removed'])
export type Outcome = z.infer<typeof Outcome>
/** The rows of one outcome, or those that are used with notes. */
const Part = z.enum([...Outcome.options, 'noted'])
export type Part = z.infer<typeof Part>
const stages = ['waiting', 'checking', 'failed', 'checked', 'importing', 'done', 'undoing', 'undone'] as const
export type Stage = (typeof stages)[number]

/** `column` is a column of the type, or empty for the whole row. `message` is a sentence. */
export const Problem = z.object({ column: z.string(), message: z.string() })
export type Problem = z.infer<typeof Problem>

const Settings = z.object({
  encoding: z.enum(encodings),
  separator: z.enum(separators),
  /** Number of the row with the column names; null finds it. */
  headRow: z.number().int().min(1).nullable().default(null),
  /** The type's column for each column of the file; null ignores it. */
  columns: z.array(z.string().nullable()).max(1000),
  /** Ids of the CLDF dataset's languages to import. */
  languages: z.array(z.string().max(200)).max(20_000),
  /** Defaults for rows without their own values. */
  visibility: Visibility,
  confirmed: z.boolean(),
})
export type Settings = z.infer<typeof Settings>

const SourceInfo = z.object({
  format: z.enum(['csv', 'cldf']),
  /** The names of a CSV's columns, and the number of their row. */
  head: z.array(z.string()),
  headRow: z.number().default(1),
  /** The first rows of a CSV, one of which can be picked as the head. */
  top: z.array(z.object({ number: z.number(), text: z.string() })).default([]),
  /** Languages of a CLDF dataset. */
  languages: z.array(z.object({ id: z.string(), name: z.string(), forms: z.number() })),
  title: z.string().nullish(),
  licence: z.string().nullable(),
  citation: z.string().nullable(),
})
export type SourceInfo = z.infer<typeof SourceInfo>

export const Import = z.object({
  id: z.uuid(),
  type: ImportedType,
  fileName: z.string(),
  /** Size in bytes. */
  size: z.number().nullable(),
  stage: z.enum(stages),
  /** Progress of the current stage, 0 to 100. */
  percent: z.number(),
  failure: z.string().nullable(),
  found: SourceInfo.nullable(),
  settings: Settings,
  /** Columns that the file's columns can be assigned to. */
  columns: z.array(z.string()),
  /** Numbers of rows; `removed` counts those that an undo removed. */
  counts: z.object({
    fresh: z.number(),
    /** Rows that are used, but of which a cell was mended or left out. */
    noted: z.number(),
    present: z.number(),
    /** Rows that differ from their entry; `changed` counts those that have changed it. */
    differing: z.number(),
    changed: z.number(),
    wrong: z.number(),
    added: z.number(),
    removed: z.number(),
  }),
  keeper: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})
export type Import = z.infer<typeof Import>
export const Imports = Page(Import)

export const NewImport = z.object({
  type: ImportedType,
  fileName: line(300),
  /** Size in bytes. */
  size: z.number().int().min(1).optional(),
})
export const ImportStarted = z.object({ import: Import, uploadUrl: z.string() })

/** A change to how the file is read starts another check; visibility and confirmation don't. */
export const ImportChange = z.object({
  id: z.uuid(),
  ...Settings.partial().shape,
  headRow: Settings.shape.headRow.removeDefault().optional(),
})

export const RowQuery = PageQuery.extend({ id: z.uuid(), outcome: Part })
export const ImportRow = z.object({
  number: z.number(),
  outcome: Outcome,
  /** The row's values, keyed by the type's columns. */
  cells: z.record(z.string(), z.string()),
  problems: z.array(Problem),
  entryId: z.uuid().nullable(),
  /** The values that the row changes in an existing entry. */
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
})
export type ImportRow = z.infer<typeof ImportRow>
export const ImportRows = Page(ImportRow)

/** An imported entry that someone has changed, linked or recorded since the import. */
export const ChangedEntry = z.object({ id: z.uuid(), title: z.string(), number: z.number() })
export const ChangedEntries = Page(ChangedEntry)
export const ChangedQuery = PageQuery.extend({ id: z.uuid() })

/** The rows whose changes to accept: those with these numbers, or the next ones that differ. */
export const Acceptance = z.object({ id: z.uuid(), rows: z.array(z.number().int()).min(1).max(100).optional() })

/** `also` lists changed entries to remove as well. */
export const Undo = z.object({ id: z.uuid(), also: z.array(z.uuid()).max(1000).default([]) })
