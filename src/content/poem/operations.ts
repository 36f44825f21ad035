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
import { NewPoem, Poem, PoemChange, PoemQuery } from './schema.ts'
import { poems } from './table.ts'

export const poem = {
  list: operation('GET', '/poems', 'public', {
    cached: true,
    legacy: 'getPoems',
    summary: 'List poems',
    input: PoemQuery,
    output: Page(Poem),
    handler: (ctx, query) => listNewest(ctx, kind.type, selectPoems(ctx), query, present),
  }),

  get: reading('/poems', 'getPoemById', 'Read a poem', Poem, readPoem),

  create: operation('POST', '/poems', 'member', {
    legacy: 'createPoem',
    summary: 'Post a poem',
    input: NewPoem,
    output: Poem,
    status: 201,
    body: 'file',
    files: ({ recording }) => namedVoice('recording', recording),
    async handler(ctx, input) {
      const { settings, fields } = await splitNew(ctx, input)
      const language = await languageOfNew(ctx.db, fields.language)
      const { title, recording, ...own } = fields
      const id = await createRecordedText(
        ctx,
        kind.type,
        { ...settings, title, recording, words: wordsOf(own) },
        (entryId) => ctx.db.insert(poems).values({ entryId, ...own, language }),
      )
      return readPoem(ctx, id)
    },
  }),

  update: changing('/poems', kind, 'Change a poem of your own, or any poem (keepers)', {
    input: PoemChange,
    output: Poem,
    files: ({ recording }) => namedVoice('recording', recording),
    read: readPoem,
    async change(ctx, entry, settings, change) {
      const { id } = entry
      await requireLanguage(ctx.db, change.language)
      const before = await readPoem(ctx, id)
      const { title = before.title, original = before.original, language = before.language } = change
      const { translation = before.translation, poet = before.poet, recording } = change
      const own = { original, language, translation, poet }
      await changeRecordedText(ctx, entry, { ...settings, title, recording, words: wordsOf(own) }, () =>
        ctx.db.update(poems).set(own).where(eq(poems.entryId, id)),
      )
    },
  }),

  remove: removing('/poems', 'member', 'Delete one of your poems', kind),
}

type Fields = Pick<NewPoem, 'original' | 'translation' | 'poet'>

export function wordsOf({ original, translation, poet }: Fields): string {
  return [original, translation, poet].filter(Boolean).join('\n')
}

const { entryId: _, ...own } = getTableColumns(poems)

function selectPoems({ db }: Pick<Context, 'db'>) {
  return db
    .select({ ...entryColumns, own, recording: coverColumns })
    .from(entries)
    .innerJoin(poems, eq(poems.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, and(eq(files.id, entries.coverId), not(isUnheard())))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectPoems>>[number]

function readPoem(ctx: Context, id: string): Promise<Poem> {
  return readOne(ctx, selectPoems(ctx), id, present)
}

function present({ own, recording, ...entry }: Row): Poem {
  return { ...presentEntry(entry), ...own, recording: recording && presentFile(recording) }
}
