import { eq } from 'drizzle-orm'
import { newestOf, oneOf, readOne } from '#content/entry/list/reads.ts'
import { authorOf, entryColumns, presentEntry } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { cleanText } from '#content/entry/write/long-text.ts'
import { changeRow, insertEntry, splitNew, updateEntry } from '#content/entry/write/write.ts'
import { attachFiles, claimFile, claimFiles, releaseFiles, setFileList } from '#content/media/claim.ts'
import { changing, reading, removing } from '#content/media/common-operations.ts'
import { filesInHtml, namedFile } from '#content/media/named-files.ts'
import { coverColumns, filesOfEntry, presentFile, presentListed, withPictureSizes } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { Page } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { kind } from './kind.ts'
import { FullHeritage, Heritage, HeritageChange, HeritageQuery, NewHeritage } from './schema.ts'
import { heritage as table } from './table.ts'

export const heritage = {
  list: operation('GET', '/heritage', 'public', {
    cached: true,
    legacy: 'getHeritage',
    summary: 'List the entries of a section, or of all sections',
    input: HeritageQuery,
    output: Page(Heritage),
    handler(ctx, { section, ...query }) {
      const ofSection = section && eq(table.section, section)
      return listHeritage(ctx, query, presentHeritage, ofSection)
    },
  }),

  get: reading('/heritage', 'getHeritageById', 'Read an entry of a section', FullHeritage, readHeritage),

  create: operation('POST', '/heritage', 'keeper', {
    legacy: 'createHeritage',
    summary: 'Add an entry to a section',
    input: NewHeritage,
    output: FullHeritage,
    status: 201,
    files: heritageFiles,
    async handler(ctx, input) {
      const { settings, fields: ownFields } = await splitNew(ctx, input)
      const { title, body, cover, media, ...fields } = ownFields
      const clean = await cleanText(ctx, body ?? '')
      const coverId = await claimCover(ctx, cover)
      const entry = { ...settings, title, coverId, words: wordsOf({ ...fields, media }, clean.text) }
      const entryId = await insertEntry(ctx, kind.type, entry)
      await ctx.db.insert(table).values({ entryId, ...fields, body: clean.html || null })
      await attachPictures(ctx, entryId, coverId, clean.images)
      await setMedia(ctx, entryId, media)
      return readHeritage(ctx, entryId)
    },
  }),

  update: changing('/heritage', kind, 'Change an entry of a section (keepers) or hide it (moderators)', {
    input: HeritageChange,
    output: FullHeritage,
    files: heritageFiles,
    read: readHeritage,
    async change(ctx, entry, settings, { title, body, cover, media, ...change }) {
      const { id } = entry
      const before = await readHeritage(ctx, id)
      const clean = await cleanText(ctx, (body === undefined ? before.body : body) ?? '')
      const coverId = cover === undefined ? entry.coverId : await claimCover(ctx, cover, id)
      await changeRow(ctx, table, id, { ...change, body: clean.html || null })
      const pictures = await attachPictures(ctx, id, coverId, clean.images)
      const files = media ? await setMedia(ctx, id, media) : before.media.map(({ url }) => url.slice('/files/'.length))
      await releaseFiles(ctx, id, [...pictures, ...files])
      const words = wordsOf(await readHeritage(ctx, id), clean.text)
      await updateEntry(ctx, entry, { ...settings, title, coverId, words })
    },
  }),

  remove: removing('/heritage', 'keeper', 'Delete an entry of a section', kind),
}

type Fields = Pick<NewHeritage, 'summary' | 'place' | 'narrator' | 'media'>

export function wordsOf({ summary, place, narrator, media }: Fields, body: string): string {
  return [summary, body, place, narrator, ...media.map(({ caption }) => caption)].filter(Boolean).join('\n')
}

async function claimCover(ctx: Context, url: string | null | undefined, entryId?: string) {
  return url ? claimFile(ctx, url, { path: 'cover', kinds: ['image'], entryId }) : null
}

/** Attaches the cover and the pictures in the text to the entry; returns their ids. */
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

function heritageFiles({ cover, body, media = [] }: Partial<Pick<NewHeritage, 'cover' | 'body' | 'media'>>) {
  const listed = media.map(({ url }, at) => ({ url, path: `media.${at}.url` }))
  return [...namedFile('cover', cover), ...filesInHtml('body', body), ...listed]
}

const { section, summary, place, narrator } = table
const columns = { ...entryColumns, section, summary, place, narrator, cover: coverColumns }

/** Selects heritage entries with author and cover; add `where`, order and limit. */
function selectHeritage({ db }: Pick<Context, 'db'>) {
  return db
    .select(columns)
    .from(entries)
    .innerJoin(table, eq(table.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectHeritage>>[number]

const listHeritage = newestOf(kind.type, selectHeritage)

const oneHeritage = oneOf(kind.type, ({ db }) =>
  db
    .select({ ...columns, body: table.body, media: filesOfEntry })
    .from(entries)
    .innerJoin(table, eq(table.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .$dynamic(),
)

/** Returns an entry with its text and files if the viewer may open it. Throws NotFound otherwise. */
async function readHeritage(ctx: Pick<Context, 'db' | 'viewer'>, id: string): Promise<FullHeritage> {
  const entry = await readOne(ctx, oneHeritage, id, ({ body, media, ...row }) => ({
    ...presentHeritage(row),
    body,
    media: media.map(presentListed),
  }))
  return { ...entry, body: entry.body && (await withPictureSizes(ctx.db, entry.body)) }
}

function presentHeritage(row: Row): Heritage {
  const coverFile = row.cover && presentFile(row.cover)
  const fields = { section: row.section, summary: row.summary, place: row.place, narrator: row.narrator }
  return { ...presentEntry(row), ...fields, cover: coverFile?.url ?? null, coverFile }
}
