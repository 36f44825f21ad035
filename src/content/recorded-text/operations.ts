import { and, eq, getTableColumns, not } from 'drizzle-orm'
import type { z } from 'zod'
import { newestOf, oneOf, readOne } from '#content/entry/list/reads.ts'
import { authorOf, entryColumns, presentEntry } from '#content/entry/present.ts'
import type { NewEntrySettings } from '#content/entry/schema.ts'
import { entries } from '#content/entry/table.ts'
import { refuseKeepersOnly } from '#content/entry/visibility/audience.ts'
import { insertEntry, splitNew, updateEntry } from '#content/entry/write/write.ts'
import { languageOfNew, requireLanguage } from '#content/language/queries.ts'
import { attachFiles, claimRecording, releaseFiles } from '#content/media/claim.ts'
import { changing, reading, removing } from '#content/media/common-operations.ts'
import { namedVoice } from '#content/media/named-files.ts'
import { coverColumns, isUnheard, presentFile } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { Page } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { type TextKind, TextQuery } from './schema.ts'
import type { TextTable } from './table.ts'

type Fields = {
  title?: string
  original: string
  language?: string | undefined
  translation?: string | null | undefined
  recording?: string | null | undefined
}
type NewText = Fields & z.output<z.ZodObject<typeof NewEntrySettings>>
type Schemas<N, C, T> = { New: N; Change: C; Text: T }

/**
 * Returns the operations of a type of recorded text. Its kind gives them their addresses and older names, such as
 * `getPoems`, `getPoemById` and `createPoem`.
 */
export function recordedText<N extends z.ZodObject, C extends z.ZodObject, T extends z.ZodType>(
  kind: TextKind,
  table: TextTable,
  { New, Change, Text }: Schemas<N, C, T>,
) {
  const { type, table: plural } = kind
  const path = `/${plural}`
  const present = (row: Row): z.input<T> => presentText(row) as never
  const select = (by: Pick<Context, 'db'>) => selectTexts(by, table)
  const [list, one] = [newestOf(type, select), oneOf(type, select)]
  const read = (ctx: Context, id: string) => readOne(ctx, one, id, present)

  async function create(ctx: Context, input: NewText) {
    const { settings, fields } = await splitNew(ctx, input)
    const { title = titleOf(fields), recording, ...texts } = fields
    const language = await languageOfNew(ctx.db, texts.language)
    refuseKeepersOnly(ctx, settings.visibility)
    const coverId = await claimRecording(ctx, recording)
    const entryId = await insertEntry(ctx, type, { ...settings, title, words: wordsOf(table, texts), coverId })
    await ctx.db.insert(table).values({ ...texts, entryId, language })
    if (coverId) await attachFiles(ctx, entryId, [coverId])
    return read(ctx, entryId)
  }

  return {
    list: operation('GET', path, 'public', {
      cached: true,
      legacy: `get${capitalized(plural)}`,
      summary: `List ${plural}`,
      input: TextQuery,
      output: Page(Text),
      handler: (ctx, query) => list(ctx, query, present),
    }),

    get: reading(path, `get${capitalized(type)}ById`, `Read a ${type}`, Text, read),

    create: operation('POST', path, 'member', {
      legacy: `create${capitalized(type)}`,
      summary: `Post a ${type}`,
      input: New,
      output: Text,
      status: 201,
      files: recordingOf as never,
      handler: create as never,
    }),

    update: changing(path, kind, `Change a ${type} of your own, or any ${type} (keepers)`, {
      input: Change,
      output: Text,
      files: recordingOf as never,
      read,
      async change(ctx, entry, settings, fields) {
        const { id } = entry
        const change: Partial<Fields> = fields as never
        const { recording } = change
        await requireLanguage(ctx.db, change.language)
        const before: Fields = (await read(ctx, id)) as never
        const newOf = (name: keyof Fields) => (change[name] === undefined ? before[name] : change[name])
        const names = Object.keys(columnsOf(table)) as (keyof Fields)[]
        const texts = Object.fromEntries(names.map((name) => [name, newOf(name)])) as Fields
        const title = 'title' in New.shape ? (change.title ?? before.title) : titleOf(texts)
        const coverId = recording === undefined ? entry.coverId : await claimRecording(ctx, recording, id)
        await updateEntry(ctx, entry, { ...settings, title, words: wordsOf(table, texts), coverId })
        await ctx.db.update(table).set(texts).where(eq(table.entryId, id))
        if (coverId) await attachFiles(ctx, id, [coverId])
        await releaseFiles(ctx, id, coverId ? [coverId] : [])
      },
    }),

    remove: removing(path, 'member', `Delete one of your ${plural}`, kind),
  }
}

/** Returns the title of a text that has none of its own: the first 200 characters of its first line. */
export function titleOf({ original }: { original: string }): string {
  return [...(original.split(/\r?\n/)[0] ?? '')].slice(0, 200).join('')
}

/** Returns the words by which search finds a text, besides its title. */
export function wordsOf(table: TextTable, row: object): string {
  const { language: _, ...texts } = columnsOf(table)
  return Object.keys(texts)
    .map((name) => (row as Record<string, unknown>)[name])
    .filter(Boolean)
    .join('\n')
}

function recordingOf({ recording }: Partial<Fields>) {
  return namedVoice('recording', recording)
}

function columnsOf(table: TextTable) {
  const { entryId: _, ...own } = getTableColumns(table)
  return own
}

function selectTexts({ db }: Pick<Context, 'db'>, table: TextTable) {
  return db
    .select({ ...entryColumns, own: columnsOf(table), recording: coverColumns })
    .from(entries)
    .innerJoin(table, eq(table.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, and(eq(files.id, entries.coverId), not(isUnheard())))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectTexts>>[number]

function presentText({ own, recording, ...entry }: Row) {
  return { ...presentEntry(entry), ...own, recording: recording && presentFile(recording) }
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
