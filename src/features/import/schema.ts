import { z } from 'zod'
import { Visibility } from '#content/entry/schema.ts'
import { Page, PageQuery } from '#core/page.ts'
import { line } from '#core/text.ts'

/** The types that can be imported, in the order of the form. */
export const importedTypes = ['vocabulary', 'proverb', 'poem', 'heritage'] as const
export const ImportedType = z.enum(importedTypes)
export type ImportedType = z.infer<typeof ImportedType>

/** Bytes and rows of one file at most. */
export const largestFile = 100 * 1024 * 1024
export const mostRows = 50_000

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export const separators = [',', ';', '\t'] as const

/** `fresh` will be added, `present` is there already; `kept` was changed since and so left by an undo. */
export const Outcome = z.enum(['fresh', 'present', 'wrong', 'added', 'kept', 'removed'])
export type Outcome = z.infer<typeof Outcome>
const stages = ['waiting', 'checking', 'failed', 'checked', 'importing', 'done', 'undoing', 'undone'] as const
export type Stage = (typeof stages)[number]

/** `column` is a column of the type; empty where the row as a whole is meant. `message` is a sentence. */
export const Problem = z.object({ column: z.string(), message: z.string() })
export type Problem = z.infer<typeof Problem>

const Settings = z.object({
  encoding: z.enum(encodings),
  separator: z.enum(separators),
  /** For each column of the file the type's column it fills; null leaves it out. */
  columns: z.array(z.string().nullable()).max(1000),
  /** The languages of a CLDF dataset to take, by their ids. */
  languages: z.array(z.string().max(200)).max(20_000),
  /** Of rows that say nothing of it. */
  visibility: Visibility,
  confirmed: z.boolean(),
})
export type Settings = z.infer<typeof Settings>

const Found = z.object({
  format: z.enum(['csv', 'cldf']),
  /** The first row of a CSV. */
  head: z.array(z.string()),
  /** Of a CLDF dataset. */
  languages: z.array(z.object({ id: z.string(), name: z.string(), forms: z.number() })),
  licence: z.string().nullable(),
  citation: z.string().nullable(),
})
export type Found = z.infer<typeof Found>

export const Import = z.object({
  id: z.uuid(),
  type: ImportedType,
  fileName: z.string(),
  /** Bytes. */
  size: z.number().nullable(),
  stage: z.enum(stages),
  /** How far the stage under way is, 0 to 100. */
  percent: z.number(),
  failure: z.string().nullable(),
  found: Found.nullable(),
  settings: Settings,
  /** What a column of the file can be. */
  columns: z.array(z.string()),
  /** How many rows; `removed` by an undo. */
  counts: z.object({
    fresh: z.number(),
    present: z.number(),
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
  /** Bytes. */
  size: z.number().int().min(1).optional(),
})
export const ImportStarted = z.object({ import: Import, uploadUrl: z.string() })

/** Changed settings have the file checked again. */
export const ImportChange = z.object({ id: z.uuid(), ...Settings.partial().shape })

export const RowQuery = PageQuery.extend({ id: z.uuid(), outcome: Outcome })
export const ImportRow = z.object({
  number: z.number(),
  outcome: Outcome,
  /** By the type's columns. */
  cells: z.record(z.string(), z.string()),
  problems: z.array(Problem),
  entryId: z.uuid().nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>
export const ImportRows = Page(ImportRow)

/** An entry of an import that someone has changed, linked or recorded since. */
export const ChangedEntry = z.object({ id: z.uuid(), title: z.string(), number: z.number() })
export const ChangedEntries = Page(ChangedEntry)
export const ChangedQuery = PageQuery.extend({ id: z.uuid() })

/** `also`: entries that were changed since, and go all the same. */
export const Undo = z.object({ id: z.uuid(), also: z.array(z.uuid()).max(1000).default([]) })
