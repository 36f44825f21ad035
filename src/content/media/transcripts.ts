import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Forbidden, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { hasRole } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { audit, readable } from '../entry/queries.ts'
import { ById, Removed } from '../entry/schema.ts'
import { entries } from '../entry/table.ts'
import { refusals } from './refusals.ts'
import { NewTranscript, Transcript, TranscriptById, Transcripts } from './schema.ts'
import { transcripts as table } from './table.ts'
import { findByTranscripts } from './words.ts'

/** What members write down of a recording, beside its author's own transcript. Seen by who may see the recording. */
export const transcripts = {
  listTranscripts: operation({
    method: 'GET',
    path: '/media/:id/transcripts',
    permission: 'public',
    summary: 'Every transcript of a recording, oldest first',
    input: ById,
    output: Transcripts,
    async handler(ctx, { id }) {
      await requireMedia(ctx, id)
      return {
        items: (
          await selectTranscripts(ctx)
            .where(eq(table.entryId, id))
            .orderBy(...oldest)
        ).map(present),
      }
    },
  }),

  addTranscript: operation({
    method: 'POST',
    path: '/media/:id/transcripts',
    permission: 'member',
    summary: 'Write down or translate what is said in a recording',
    input: NewTranscript,
    output: Transcript,
    status: 201,
    async handler(ctx, { id, ...words }) {
      await requireMedia(ctx, id)
      const values = { ...words, entryId: id, authorId: ctx.viewer?.id ?? null }
      const [added] = await ctx.db.insert(table).values(values).returning({ id: table.id })
      const [row] = await selectTranscripts(ctx).where(eq(table.id, added?.id ?? ''))
      if (!row) throw new Error('insert into transcripts returned no row')
      await findByTranscripts(ctx.db, id)
      await audit(ctx, 'media:add-transcript', id, { transcriptId: row.id })
      ctx.contentChanged()
      return present(row)
    },
  }),

  removeTranscript: operation({
    method: 'DELETE',
    path: '/media/:id/transcripts/:transcriptId',
    permission: 'member',
    summary: 'Delete a transcript: its writer, the author of the recording, or a keeper',
    input: TranscriptById,
    output: Removed,
    async handler(ctx, { id, transcriptId }) {
      const { authorId } = await requireMedia(ctx, id)
      const [row] = await ctx.db
        .select({ authorId: table.authorId })
        .from(table)
        .where(and(eq(table.id, transcriptId), eq(table.entryId, id)))
      if (!row) throw new NotFound()
      const own = [row.authorId, authorId].includes(ctx.viewer?.id ?? '')
      if (!own && !hasRole(ctx.viewer, 'keeper')) throw new Forbidden(refusals.notYourTranscript)
      await ctx.db.delete(table).where(eq(table.id, transcriptId))
      await findByTranscripts(ctx.db, id)
      await audit(ctx, 'media:remove-transcript', id, { transcriptId })
      ctx.contentChanged()
      return { id: transcriptId }
    },
  }),
}

const oldest = [asc(table.createdAt), asc(table.id)]

/** The post, if the viewer may see it. Throws NotFound. */
async function requireMedia(ctx: Context, id: string) {
  const [row] = await ctx.db
    .select({ authorId: entries.authorId })
    .from(entries)
    .where(and(eq(entries.id, id), eq(entries.type, 'media'), readable(ctx.viewer)))
  if (!row) throw new NotFound()
  return row
}

function selectTranscripts({ db }: Pick<Context, 'db'>) {
  const { id, language, text, translation, createdAt, authorId } = table
  const author = { authorName: accounts.name, authorAvatar: accounts.avatar }
  return db
    .select({ id, language, text, translation, createdAt, authorId, ...author })
    .from(table)
    .leftJoin(accounts, eq(accounts.id, table.authorId))
    .$dynamic()
}

function present({
  authorId,
  authorName,
  authorAvatar,
  ...row
}: Awaited<ReturnType<typeof selectTranscripts>>[number]) {
  const author = authorId && authorName ? { id: authorId, name: authorName, avatar: authorAvatar } : null
  return { ...row, author }
}
