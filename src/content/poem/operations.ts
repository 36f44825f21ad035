import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { answering, partStanding, refuseKeepersOnly } from '../entry/audience.ts'
import { requireChangeable } from '../entry/change.ts'
import {
  after,
  authorOf,
  entryColumns,
  insertEntry,
  listed,
  presentEntry,
  readable,
  updateEntry,
} from '../entry/queries.ts'
import { ById, Removed } from '../entry/schema.ts'
import { matching } from '../entry/search.ts'
import { entries } from '../entry/table.ts'
import { attachFiles, claimRecording, releaseFiles, removeWithFiles } from '../media/claim.ts'
import { coverColumns, presentFile } from '../media/queries.ts'
import { files } from '../media/table.ts'
import { NewPoem, Poem, PoemChange, PoemQuery } from './schema.ts'
import { poems } from './table.ts'

const kind = { type: 'poem', archive: true }

export const poem = {
  list: operation({
    method: 'GET',
    path: '/poems',
    permission: 'public',
    cached: true,
    legacy: 'getPoems',
    summary: 'List poems',
    input: PoemQuery,
    output: Page(Poem),
    async handler(ctx, { q, limit, lastKey }) {
      const rows = await selectPoems(ctx)
        .where(and(eq(entries.type, 'poem'), listed(ctx.viewer), matching(q), after(lastKey, entries.publishedAt)))
        .orderBy(desc(entries.publishedAt), desc(entries.id))
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: row.publishedAt ?? row.createdAt, id: row.id }), present)
    },
  }),

  get: operation({
    method: 'GET',
    path: '/poems/:id',
    permission: 'public',
    legacy: 'getPoemById',
    summary: 'Read a poem',
    input: ById,
    output: Poem,
    handler: (ctx, { id }) => readPoem(ctx, id),
  }),

  create: operation({
    method: 'POST',
    path: '/poems',
    permission: 'member',
    legacy: 'createPoem',
    summary: 'Post a poem',
    input: NewPoem,
    output: Poem,
    status: 201,
    acceptsDataUrl: true,
    async handler(ctx, input) {
      const { standing, said: all } = partStanding(input)
      const { title, recording, ...said } = all
      refuseKeepersOnly(ctx, standing.visibility)
      const coverId = await claimRecording(ctx, recording)
      const entryId = await insertEntry(ctx, 'poem', { ...standing, title, coverId, words: wordsOf(said) })
      await ctx.db.insert(poems).values({ entryId, ...said })
      if (coverId) await attachFiles(ctx, entryId, [coverId])
      return readPoem(ctx, entryId)
    },
  }),

  update: operation({
    method: 'PATCH',
    path: '/poems/:id',
    permission: 'member',
    summary: 'Change a poem: your own, or as a keeper any',
    input: ById.extend(PoemChange.shape),
    output: Poem,
    acceptsDataUrl: true,
    async handler(ctx, { id, ...input }) {
      const { standing, said: change } = partStanding(input)
      const entry = await requireChangeable(ctx, kind, id, standing, change)
      const before = await readPoem(ctx, id)
      const { title = before.title, original = before.original } = change
      const { translation = before.translation, poet = before.poet } = change
      const { recording } = change
      const coverId = recording === undefined ? entry.coverId : await claimRecording(ctx, recording, id)
      const said = { original, translation, poet }
      const words = wordsOf(said)
      await updateEntry(ctx, entry, { ...standing, title, coverId, words })
      await ctx.db.update(poems).set(said).where(eq(poems.entryId, id))
      if (coverId) await attachFiles(ctx, id, [coverId])
      await releaseFiles(ctx, id, coverId ? [coverId] : [])
      return readPoem(answering(ctx, standing), id)
    },
  }),

  remove: operation({
    method: 'DELETE',
    path: '/poems/:id',
    permission: 'member',
    summary: 'Delete a poem of your own',
    input: ById,
    output: Removed,
    handler: (ctx, { id }) => removeWithFiles(ctx, kind, id),
  }),
}

type Said = Pick<NewPoem, 'original' | 'translation' | 'poet'>

export function wordsOf({ original, translation, poet }: Said): string {
  return [original, translation, poet].filter(Boolean).join('\n')
}

function selectPoems({ db }: Pick<Context, 'db'>) {
  const { original, translation, poet } = poems
  return db
    .select({ ...entryColumns, original, translation, poet, recording: coverColumns })
    .from(entries)
    .innerJoin(poems, eq(poems.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectPoems>>[number]

async function readPoem(ctx: Context, id: string): Promise<Poem> {
  const [row] = await selectPoems(ctx).where(and(eq(entries.id, id), readable(ctx.viewer)))
  if (!row) throw new NotFound()
  return present(row)
}

function present(row: Row): Poem {
  const { original, translation, poet, recording } = row
  return { ...presentEntry(row), original, translation, poet, recording: recording && presentFile(recording) }
}
