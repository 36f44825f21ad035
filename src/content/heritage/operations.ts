import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { answering, partStanding } from '../entry/audience.ts'
import { requireChangeable } from '../entry/change.ts'
import { cleanHtml } from '../entry/html.ts'
import { after, insertEntry, listed, updateEntry } from '../entry/queries.ts'
import { ById, Removed } from '../entry/schema.ts'
import { matching } from '../entry/search.ts'
import { entries } from '../entry/table.ts'
import { attachFiles, claimFile, claimFiles, releaseFiles, removeWithFiles, setFileList } from '../media/claim.ts'
import { presentHeritage, readHeritage, selectHeritage } from './queries.ts'
import { FullHeritage, Heritage, HeritageChange, HeritageQuery, NewHeritage } from './schema.ts'
import { heritage as table } from './table.ts'

const kind = { type: 'heritage', keepersOwn: true }

export const heritage = {
  list: operation({
    method: 'GET',
    path: '/heritage',
    permission: 'public',
    cached: true,
    legacy: 'getHeritage',
    summary: 'List what is told of a section, or of all',
    input: HeritageQuery,
    output: Page(Heritage),
    async handler(ctx, { q, section, limit, lastKey }) {
      const narrowed = and(section && eq(table.section, section), matching(q), after(lastKey, entries.publishedAt))
      const rows = await selectHeritage(ctx)
        .where(and(eq(entries.type, 'heritage'), listed(ctx.viewer), narrowed))
        .orderBy(desc(entries.publishedAt), desc(entries.id))
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: row.publishedAt ?? row.createdAt, id: row.id }), presentHeritage)
    },
  }),

  get: operation({
    method: 'GET',
    path: '/heritage/:id',
    permission: 'public',
    legacy: 'getHeritageById',
    summary: 'Read an entry of a section',
    input: ById,
    output: FullHeritage,
    handler: (ctx, { id }) => readHeritage(ctx, id),
  }),

  create: operation({
    method: 'POST',
    path: '/heritage',
    permission: 'keeper',
    legacy: 'createHeritage',
    summary: 'Add an entry to a section',
    input: NewHeritage,
    output: FullHeritage,
    status: 201,
    acceptsDataUrl: true,
    async handler(ctx, input) {
      const { standing, said: all } = partStanding(input)
      const { title, body, cover, media, ...said } = all
      const clean = cleanHtml(body ?? '', ctx.caller.origin)
      const coverId = await claimCover(ctx, cover)
      const entry = { ...standing, title, coverId, words: wordsOf({ ...said, media }, clean.text) }
      const entryId = await insertEntry(ctx, 'heritage', entry)
      await ctx.db.insert(table).values({ entryId, ...said, body: clean.html || null })
      await attachPictures(ctx, entryId, coverId, clean.images)
      await setMedia(ctx, entryId, media)
      return readHeritage(ctx, entryId)
    },
  }),

  update: operation({
    method: 'PATCH',
    path: '/heritage/:id',
    permission: 'member',
    summary: 'Change an entry of a section as a keeper; as a moderator, hide it',
    input: ById.extend(HeritageChange.shape),
    output: FullHeritage,
    acceptsDataUrl: true,
    async handler(ctx, { id, ...input }) {
      const { standing, said } = partStanding(input)
      const { title, body, cover, media, ...change } = said
      const entry = await requireChangeable(ctx, kind, id, standing, said)
      const before = await readHeritage(ctx, id)
      const clean = cleanHtml((body === undefined ? before.body : body) ?? '', ctx.caller.origin)
      const coverId = cover === undefined ? entry.coverId : await claimCover(ctx, cover, id)
      await ctx.db
        .update(table)
        .set({ ...change, body: clean.html || null })
        .where(eq(table.entryId, id))
      const pictures = await attachPictures(ctx, id, coverId, clean.images)
      const files = media ? await setMedia(ctx, id, media) : before.media.map(({ url }) => url.slice('/files/'.length))
      await releaseFiles(ctx, id, [...pictures, ...files])
      const words = wordsOf(await readHeritage(ctx, id), clean.text)
      await updateEntry(ctx, entry, { ...standing, title, coverId, words })
      return readHeritage(answering(ctx, standing), id)
    },
  }),

  remove: operation({
    method: 'DELETE',
    path: '/heritage/:id',
    permission: 'keeper',
    summary: 'Delete an entry of a section',
    input: ById,
    output: Removed,
    handler: (ctx, { id }) => removeWithFiles(ctx, kind, id),
  }),
}

type Said = Pick<NewHeritage, 'summary' | 'place' | 'narrator' | 'media'>

export function wordsOf({ summary, place, narrator, media }: Said, body: string): string {
  return [summary, body, place, narrator, ...media.map(({ caption }) => caption)].filter(Boolean).join('\n')
}

async function claimCover(ctx: Context, url: string | null | undefined, entryId?: string) {
  return url ? claimFile(ctx, url, { path: 'cover', kinds: ['image'], entryId }) : null
}

/** Makes the cover and the pictures in the text the entry's own; answers their ids. */
async function attachPictures(ctx: Context, entryId: string, coverId: string | null, images: string[]) {
  const inText = await claimFiles(ctx, images, { path: 'body', kinds: ['image'], entryId })
  const ids = coverId ? [coverId, ...inText] : inText
  await attachFiles(ctx, entryId, ids)
  return ids
}

function setMedia(ctx: Context, entryId: string, media: NewHeritage['media']) {
  const list = media.map(({ url, caption }) => ({ url, label: caption }))
  return setFileList(ctx, entryId, list, { path: 'media' })
}
