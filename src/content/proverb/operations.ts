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
import { NewProverb, Proverb, ProverbChange, ProverbQuery } from './schema.ts'
import { proverbs } from './table.ts'

const kind = { type: 'proverb', archive: true }

export const proverb = {
  list: operation({
    method: 'GET',
    path: '/proverbs',
    permission: 'public',
    cached: true,
    legacy: 'getProverbs',
    summary: 'List proverbs',
    input: ProverbQuery,
    output: Page(Proverb),
    async handler(ctx, { q, limit, lastKey }) {
      const rows = await selectProverbs(ctx)
        .where(and(eq(entries.type, 'proverb'), listed(ctx.viewer), matching(q), after(lastKey, entries.publishedAt)))
        .orderBy(desc(entries.publishedAt), desc(entries.id))
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: row.publishedAt ?? row.createdAt, id: row.id }), present)
    },
  }),

  get: operation({
    method: 'GET',
    path: '/proverbs/:id',
    permission: 'public',
    legacy: 'getProverbById',
    summary: 'Read a proverb',
    input: ById,
    output: Proverb,
    handler: (ctx, { id }) => readProverb(ctx, id),
  }),

  create: operation({
    method: 'POST',
    path: '/proverbs',
    permission: 'member',
    legacy: 'createProverb',
    summary: 'Post a proverb',
    input: NewProverb,
    output: Proverb,
    status: 201,
    acceptsDataUrl: true,
    async handler(ctx, input) {
      const { standing, said: all } = partStanding(input)
      const { recording, ...said } = all
      refuseKeepersOnly(ctx, standing.visibility)
      const coverId = await claimRecording(ctx, recording)
      const entryId = await insertEntry(ctx, 'proverb', {
        ...standing,
        title: titleOf(said),
        coverId,
        words: wordsOf(said),
      })
      await ctx.db.insert(proverbs).values({ entryId, ...said })
      if (coverId) await attachFiles(ctx, entryId, [coverId])
      return readProverb(ctx, entryId)
    },
  }),

  update: operation({
    method: 'PATCH',
    path: '/proverbs/:id',
    permission: 'member',
    summary: 'Change a proverb: your own, or as a keeper any',
    input: ById.extend(ProverbChange.shape),
    output: Proverb,
    acceptsDataUrl: true,
    async handler(ctx, { id, ...input }) {
      const { standing, said: change } = partStanding(input)
      const entry = await requireChangeable(ctx, kind, id, standing, change)
      const before = await readProverb(ctx, id)
      const { original = before.original, translation = before.translation } = change
      const { meaning = before.meaning, recording } = change
      const coverId = recording === undefined ? entry.coverId : await claimRecording(ctx, recording, id)
      const said = { original, translation, meaning }
      await updateEntry(ctx, entry, { ...standing, title: titleOf(said), coverId, words: wordsOf(said) })
      await ctx.db.update(proverbs).set(said).where(eq(proverbs.entryId, id))
      if (coverId) await attachFiles(ctx, id, [coverId])
      await releaseFiles(ctx, id, coverId ? [coverId] : [])
      return readProverb(answering(ctx, standing), id)
    },
  }),

  remove: operation({
    method: 'DELETE',
    path: '/proverbs/:id',
    permission: 'member',
    summary: 'Delete a proverb of your own',
    input: ById,
    output: Removed,
    handler: (ctx, { id }) => removeWithFiles(ctx, kind, id),
  }),
}

type Said = Pick<NewProverb, 'original' | 'translation' | 'meaning'>

/** A proverb is called by its first line. */
export function titleOf({ original }: Said): string {
  return [...(original.split(/\r?\n/)[0] ?? '')].slice(0, 200).join('')
}

export function wordsOf({ original, translation, meaning }: Said): string {
  return [original, translation, meaning].filter(Boolean).join('\n')
}

function selectProverbs({ db }: Pick<Context, 'db'>) {
  const { original, translation, meaning } = proverbs
  return db
    .select({ ...entryColumns, original, translation, meaning, recording: coverColumns })
    .from(entries)
    .innerJoin(proverbs, eq(proverbs.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectProverbs>>[number]

async function readProverb(ctx: Context, id: string): Promise<Proverb> {
  const [row] = await selectProverbs(ctx).where(and(eq(entries.id, id), readable(ctx.viewer)))
  if (!row) throw new NotFound()
  return present(row)
}

function present(row: Row): Proverb {
  const { original, translation, meaning, recording } = row
  return { ...presentEntry(row), original, translation, meaning, recording: recording && presentFile(recording) }
}
