import { and, eq, getTableColumns, not } from 'drizzle-orm'
import { listNewest, readOne } from '#content/entry/list/newest.ts'
import { authorOf, entryColumns, presentEntry } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { splitNew } from '#content/entry/write/write.ts'
import { languageOfNew, requireLanguage } from '#content/language/queries.ts'
import { changing, reading, removing } from '#content/media/common-operations.ts'
import { namedVoice } from '#content/media/named-files.ts'
import { coverColumns, isUnheard, presentFile } from '#content/media/queries.ts'
import { changeRecordedText, createRecordedText } from '#content/media/recorded-text.ts'
import { files } from '#content/media/table.ts'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { Page } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { kind } from './kind.ts'
import { NewProverb, Proverb, ProverbChange, ProverbQuery } from './schema.ts'
import { proverbs } from './table.ts'

export const proverb = {
  list: operation('GET', '/proverbs', 'public', {
    cached: true,
    legacy: 'getProverbs',
    summary: 'List proverbs',
    input: ProverbQuery,
    output: Page(Proverb),
    handler: (ctx, query) => listNewest(ctx, kind.type, selectProverbs(ctx), query, present),
  }),

  get: reading('/proverbs', 'getProverbById', 'Read a proverb', Proverb, readProverb),

  create: operation('POST', '/proverbs', 'member', {
    legacy: 'createProverb',
    summary: 'Post a proverb',
    input: NewProverb,
    output: Proverb,
    status: 201,
    body: 'file',
    files: ({ recording }) => namedVoice('recording', recording),
    async handler(ctx, input) {
      const { settings, fields } = await splitNew(ctx, input)
      const language = await languageOfNew(ctx.db, fields.language)
      const { recording, ...own } = fields
      const entry = { ...settings, title: titleOf(own), recording, words: wordsOf(own) }
      const id = await createRecordedText(ctx, kind.type, entry, (entryId) =>
        ctx.db.insert(proverbs).values({ entryId, ...own, language }),
      )
      return readProverb(ctx, id)
    },
  }),

  update: changing('/proverbs', kind, 'Change a proverb of your own, or any proverb (keepers)', {
    input: ProverbChange,
    output: Proverb,
    files: ({ recording }) => namedVoice('recording', recording),
    read: readProverb,
    async change(ctx, entry, settings, change) {
      const { id } = entry
      await requireLanguage(ctx.db, change.language)
      const before = await readProverb(ctx, id)
      const { original = before.original, language = before.language, translation = before.translation } = change
      const { meaning = before.meaning, recording } = change
      const own = { original, language, translation, meaning }
      await changeRecordedText(ctx, entry, { ...settings, title: titleOf(own), recording, words: wordsOf(own) }, () =>
        ctx.db.update(proverbs).set(own).where(eq(proverbs.entryId, id)),
      )
    },
  }),

  remove: removing('/proverbs', 'member', 'Delete one of your proverbs', kind),
}

type Fields = Pick<NewProverb, 'original' | 'translation' | 'meaning'>

/** Returns the title of a proverb: the first 200 characters of its first line. */
export function titleOf({ original }: Fields): string {
  return [...(original.split(/\r?\n/)[0] ?? '')].slice(0, 200).join('')
}

export function wordsOf({ original, translation, meaning }: Fields): string {
  return [original, translation, meaning].filter(Boolean).join('\n')
}

const { entryId: _, ...own } = getTableColumns(proverbs)

function selectProverbs({ db }: Pick<Context, 'db'>) {
  return db
    .select({ ...entryColumns, own, recording: coverColumns })
    .from(entries)
    .innerJoin(proverbs, eq(proverbs.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, and(eq(files.id, entries.coverId), not(isUnheard())))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectProverbs>>[number]

function readProverb(ctx: Context, id: string): Promise<Proverb> {
  return readOne(ctx, selectProverbs(ctx), id, present)
}

function present({ own, recording, ...entry }: Row): Proverb {
  return { ...presentEntry(entry), ...own, recording: recording && presentFile(recording) }
}
