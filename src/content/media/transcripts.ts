import { and, asc, eq } from 'drizzle-orm'
import { ById, Removed } from '#content/entry/schema.ts'
import { entries } from '#content/entry/table.ts'
import { pageFor } from '#content/entry/visibility/person.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import { addedVisible, addsUnlisted } from '#content/entry/visibility/unlisted.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { existing, Forbidden, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { accounts } from '#core/tables.ts'
import { mayDeleteTranscript } from './policy.ts'
import { refusals } from './refusals.ts'
import { NewTranscript, Transcript, TranscriptById, Transcripts } from './schema.ts'
import { findByTranscripts } from './search-text.ts'
import { transcripts as table } from './table.ts'

/** Transcripts by members, besides the one in the post. People who may see the recording see those that are listed. */
export const transcripts = {
  listTranscripts: operation('GET', '/media/:id/transcripts', 'public', {
    summary: 'List the transcripts of a recording, oldest first',
    input: ById,
    output: Transcripts,
    async handler(ctx, { id }) {
      const recording = await requireMedia(ctx, id)
      return {
        items: (
          await selectTranscripts(ctx)
            .where(and(eq(table.entryId, id), addedVisible(table, ctx.viewer)))
            .orderBy(...oldest)
        ).map((row) => present(row, ctx, recording)),
      }
    },
  }),

  addTranscript: operation('POST', '/media/:id/transcripts', 'member', {
    summary: 'Transcribe or translate what is said in a recording',
    body: 'text',
    input: NewTranscript,
    output: Transcript,
    status: 201,
    async handler(ctx, { id, ...words }) {
      const recording = await requireMedia(ctx, id)
      const unlisted = await addsUnlisted(ctx, recording)
      const values = { ...words, entryId: id, authorId: ctx.viewer?.id ?? null, unlisted }
      const [added] = await ctx.db.insert(table).values(values).returning({ id: table.id })
      const [row] = await selectTranscripts(ctx).where(eq(table.id, added?.id ?? ''))
      if (!row) throw new Error('insert into transcripts returned no row')
      await findByTranscripts(ctx.db, id)
      ctx.countText()
      await audit(ctx, 'media:add-transcript', id, { transcriptId: row.id })
      ctx.contentChanged()
      return present(row, ctx, recording)
    },
  }),

  removeTranscript: operation('DELETE', '/media/:id/transcripts/:transcriptId', 'member', {
    summary: 'Delete a transcript, as its writer, the author of the recording, or a keeper',
    input: TranscriptById,
    output: Removed,
    async handler(ctx, { id, transcriptId }) {
      const recording = await requireMedia(ctx, id)
      const [row] = await ctx.db
        .select({ authorId: table.authorId })
        .from(table)
        .where(and(eq(table.id, transcriptId), eq(table.entryId, id)))
      if (!row) throw new NotFound()
      if (!mayDeleteTranscript(ctx.viewer, row, recording)) throw new Forbidden(refusals.notYourTranscript)
      await ctx.db.delete(table).where(eq(table.id, transcriptId))
      await findByTranscripts(ctx.db, id)
      await audit(ctx, 'media:remove-transcript', id, { transcriptId })
      ctx.contentChanged()
      return { id: transcriptId }
    },
  }),
}

const oldest = [asc(table.createdAt), asc(table.id)]

/** Returns the author of the post if the viewer may see it. Throws NotFound otherwise. */
async function requireMedia(ctx: Context, id: string) {
  const [row] = await ctx.db
    .select({ authorId: entries.authorId })
    .from(entries)
    .where(and(eq(entries.id, id), eq(entries.type, 'media'), readable(ctx.viewer)))
  return existing(row)
}

function selectTranscripts({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  const { id, language, text, translation, createdAt, authorId, unlisted } = table
  const authorPage = pageFor(viewer, authorId)
  const author = { authorName: accounts.name, authorAvatar: accounts.avatar, authorPage }
  return db
    .select({ id, language, text, translation, createdAt, authorId, unlisted, ...author })
    .from(table)
    .leftJoin(accounts, eq(accounts.id, table.authorId))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectTranscripts>>[number]

function present(
  { authorId, authorName, authorAvatar, authorPage, unlisted, ...row }: Row,
  { viewer }: Pick<Context, 'viewer'>,
  recording: { authorId: string | null },
) {
  const may = mayDeleteTranscript(viewer, { authorId }, recording) ? (['delete'] as const) : []
  const hasAuthor = authorId && authorName
  const author = hasAuthor ? { id: authorId, name: authorName, avatar: authorAvatar, page: authorPage } : null
  return { ...row, author, ...(unlisted && { unlisted }), ...(viewer && { may: [...may] }) }
}
