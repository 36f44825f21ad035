import { and, desc, eq, or, sql } from 'drizzle-orm'
import { newSecret } from '#accounts/tokens.ts'
import { tell } from '#content/entry/notify.ts'
import { ById, Removed } from '#content/entry/schema.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import { attachFiles, claimFiles, fileIdOf } from '#content/media/claim.ts'
import { requireHeard } from '#content/media/receive/files-in-input.ts'
import { startUpload } from '#content/media/receive/upload-address.ts'
import { refusals as ofFiles } from '#content/media/refusals.ts'
import { discardFiles } from '#content/media/removal.ts'
import { UploadAddress } from '#content/media/schema.ts'
import { files } from '#content/media/table.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict, existing, refused } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { PageQuery } from '#core/page.ts'
import { hasRole, requireConfirmedEmail, viewerOf } from '#core/permission.ts'
import { lockWord } from '../pronunciation/operations.ts'
import { refusals } from '../refusals.ts'
import { asks, pronunciations } from '../table.ts'
import { voiceMail } from './mail.ts'
import { findAsk, hashOf, isExpired, isOpen, lockAsk, readPublicTitle, untilOf, waitingVoices } from './queries.ts'
import {
  Acceptance,
  Answer,
  Answered,
  Asked,
  AskedUpload,
  Asks,
  ByToken,
  mostUploads,
  NewAsk,
  WaitingVoices,
} from './schema.ts'

/**
 * A member asks one person without an account to say a word, with a link that works once. That person records the word
 * and, in a second recording, their name and consent; a keeper hears both before anyone else hears the word.
 */
export const asking = {
  ask: operation('POST', '/vocabulary/:id/asks', 'member', {
    summary: 'Get a link with which one person without an account can say a word',
    input: ById,
    output: NewAsk,
    status: 201,
    // Not idempotent, because the stored answer would contain the token.
    transaction: false,
    async handler(ctx, { id: entryId }) {
      const viewer = viewerOf(ctx)
      if (ctx.mail.kind === 'smtp') requireConfirmedEmail(viewer)
      await ctx.limits.take('ask', viewer.id)
      return ctx.transaction(async (inside) => {
        await lockWord(inside, entryId)
        if ((await readPublicTitle(inside.db, entryId)) === undefined)
          throw new Conflict(refusals.notForEveryone, 'not_public')
        await removeAsks(inside, isExpired)
        const token = newSecret()
        const [row] = await inside.db
          .insert(asks)
          .values({ entryId, askerId: viewer.id, secretHash: hashOf(token) })
          .returning()
        if (!row) throw new Error('insert into vocabulary_asks returned no row')
        await audit(inside, 'vocabulary:ask', entryId)
        return { ...presentAsk(row), path: `/asked?token=${token}` }
      })
    },
  }),

  asks: operation('GET', '/vocabulary/:id/asks', 'member', {
    summary: 'List your links for a word that can still be answered or wait for a keeper, newest first',
    input: ById,
    output: Asks,
    async handler(ctx, { id }) {
      const own = and(eq(asks.entryId, id), eq(asks.askerId, viewerOf(ctx).id), isOpen)
      const rows = await ctx.db.select().from(asks).where(own).orderBy(desc(asks.createdAt)).limit(100)
      return { items: rows.map(presentAsk) }
    },
  }),

  withdrawAsk: operation('DELETE', '/asks/:id', 'member', {
    summary: 'Take back a link with its answer as the member who asked, or decline the answer as a keeper',
    input: ById,
    output: Removed,
    async handler(ctx, { id }) {
      const viewer = viewerOf(ctx)
      const mine = eq(asks.askerId, viewer.id)
      const { entryId, askerId } = await lockAsk(
        ctx,
        and(eq(asks.id, id), hasRole(viewer, 'keeper') ? or(mine, readable(viewer)) : mine),
      )
      await removeAsks(ctx, eq(asks.id, id))
      await audit(ctx, 'vocabulary:withdraw-ask', entryId)
      if (askerId !== viewer.id) await tell(ctx, askerId, voiceMail, { entryId, accepted: false })
      return { id }
    },
  }),

  // This isn't a GET, whose address would contain the token.
  asked: operation('POST', '/asked/opening', 'public', {
    summary: 'Read what a link asks for',
    transaction: false,
    input: ByToken,
    output: Asked,
    async handler(ctx, { token }) {
      const found = await findAsk(ctx, token)
      if (!found) return { ask: null }
      const { word, asker, ask } = found
      return { ask: { word, asker: asker.name, answered: ask.answeredAt !== null } }
    },
  }),

  answerUpload: operation('POST', '/asked/uploads', 'public', {
    summary: 'Get the address to upload a recording to, for the answer to a link',
    input: AskedUpload,
    output: UploadAddress,
    async handler(ctx, { token, ...upload }) {
      const { askerId, id, fileIds } = await lockOpen(ctx, token)
      if (fileIds.length >= mostUploads) throw new Conflict(refusals.askAgain, 'used')
      const address = await startUpload(ctx, upload, askerId)
      const fileId = fileIdOf(ctx, address.fileUrl) ?? ''
      await ctx.db
        .update(asks)
        .set({ fileIds: [...fileIds, fileId] })
        .where(eq(asks.id, id))
      return address
    },
  }),

  answer: operation('POST', '/asked', 'public', {
    summary: 'Answer a link with the word and, in another recording, your name and consent',
    input: Answer,
    output: Answered,
    status: 201,
    async prepare(ctx, { token, word, consent }) {
      const { ask } = await requireAsk(ctx, token)
      // Each attempt decodes two recordings.
      await ctx.limits.take('ask', ask.id)
      for (const [path, url] of Object.entries({ word, consent })) {
        const fileId = fileIdOf(ctx, url)
        if (fileId && ask.fileIds.includes(fileId)) await requireHeard(ctx, ask.askerId, fileId, { path })
      }
    },
    async handler(ctx, { token, word, consent }) {
      const { id, entryId, askerId: uploaderId, fileIds } = await lockOpen(ctx, token)
      if (word === consent) throw refused('consent', ofFiles.notUploaded)
      const paths = ['word', 'consent']
      const claimed = await claimFiles(
        ctx,
        [word, consent],
        { path: '', kinds: ['audio'], uploaderId },
        (at) => paths[at] ?? '',
      )
      const foreign = claimed.findIndex((fileId) => !fileIds.includes(fileId))
      if (foreign >= 0) throw refused(paths[foreign] ?? '', ofFiles.notUploaded)
      await attachFiles(ctx, entryId, claimed, 'consent')
      await discardFiles(
        ctx,
        fileIds.filter((fileId) => !claimed.includes(fileId)),
      )
      await ctx.db.update(asks).set({ fileIds: claimed, answeredAt: sql`now()` }).where(eq(asks.id, id))
      await audit(ctx, 'vocabulary:answer-ask', entryId)
      return { success: true as const }
    },
  }),

  voicesWaiting: operation('GET', '/keepers/voices', 'keeper', {
    summary: 'List the words that people without an account said, until a keeper decides, oldest first',
    input: PageQuery,
    output: WaitingVoices,
    handler: waitingVoices,
  }),

  acceptVoice: operation('POST', '/keepers/voices/:id', 'keeper', {
    summary: 'Add the answer to a link to its word, under the name that the speaker says',
    input: Acceptance,
    output: Removed,
    async handler(ctx, { id, name }) {
      const answered = and(eq(asks.id, id), sql`${asks.answeredAt} is not null`, readable(ctx.viewer))
      const { entryId, askerId, fileIds } = await lockAsk(ctx, answered)
      await lockWord(ctx, entryId)
      const [fileId = '', consentId] = fileIds
      await ctx.db.insert(pronunciations).values({ fileId, entryId, speakerName: name, consentId })
      await ctx.db.update(files).set({ withheld: null }).where(eq(files.id, fileId))
      await ctx.db.delete(asks).where(eq(asks.id, id))
      await audit(ctx, 'vocabulary:accept-voice', entryId, { pronunciationId: fileId })
      ctx.contentChanged()
      await tell(ctx, askerId, voiceMail, { entryId, accepted: true })
      return { id }
    },
  }),
}

async function requireAsk(ctx: Context, token: string) {
  return existing(await findAsk(ctx, token))
}

/** Locks and returns a link that can be answered. Throws Conflict if it was answered, and NotFound if it doesn't work. */
async function lockOpen(ctx: Context, token: string) {
  await requireAsk(ctx, token)
  const ask = await lockAsk(ctx, eq(asks.secretHash, hashOf(token)))
  if (ask.answeredAt) throw new Conflict(refusals.answered, 'used')
  return ask
}

/** Deletes links with everything that was uploaded for them. */
export async function removeAsks(ctx: Context, which: Parameters<typeof lockAsk>[1]): Promise<void> {
  const removed = await ctx.db.delete(asks).where(which).returning({ fileIds: asks.fileIds })
  await discardFiles(
    ctx,
    removed.flatMap(({ fileIds }) => fileIds),
  )
}

function presentAsk({ id, createdAt, answeredAt }: typeof asks.$inferSelect) {
  return { id, createdAt, until: untilOf(createdAt), answered: answeredAt !== null }
}
