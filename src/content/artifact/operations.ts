import { eq, getTableColumns } from 'drizzle-orm'
import { newestOf, oneOf, readOne } from '#content/entry/list/reads.ts'
import { keepMaker, madeBy, requireMaker } from '#content/entry/maker/queries.ts'
import { authorOf, entryColumns, presentEntry } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { changeRow, insertEntry, splitNew, updateEntry } from '#content/entry/write/write.ts'
import { changing, reading, removing } from '#content/media/common-operations.ts'
import { pictureFiles } from '#content/media/named-files.ts'
import { addPictures, changePictures } from '#content/media/pictures.ts'
import { filesOfEntry, presentPicture } from '#content/media/queries.ts'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { Page } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { kind } from './kind.ts'
import { Artifact, ArtifactChange, ArtifactQuery, NewArtifact } from './schema.ts'
import { artifacts } from './table.ts'

export const artifact = {
  list: operation('GET', '/artifacts', 'public', {
    cached: true,
    legacy: 'getArtifacts',
    summary: 'List artifacts',
    input: ArtifactQuery,
    output: Page(Artifact),
    handler: (ctx, query) => listArtifacts(ctx, query, present),
  }),

  get: reading('/artifacts', 'getArtifactById', 'Read an artifact', Artifact, readArtifact),

  create: operation('POST', '/artifacts', 'keeper', {
    legacy: 'createArtifact',
    summary: 'Add an artifact',
    input: NewArtifact,
    output: Artifact,
    status: 201,
    files: pictureFiles,
    async handler(ctx, input) {
      const { settings, fields: ownFields } = await splitNew(ctx, input)
      const { name, images, makerId, ...typed } = ownFields
      const fields = { ...typed, maker: await requireMaker(ctx, { maker: typed.maker, makerId }) }
      const words = wordsOf({ ...fields, images })
      const entry = { ...settings, title: name, words, names: namesOf(fields) }
      const entryId = await insertEntry(ctx, kind.type, entry)
      await ctx.db.insert(artifacts).values({ entryId, ...fields })
      await keepMaker(ctx, entryId, { maker: fields.maker, makerId })
      await addPictures(ctx, entryId, images)
      return readArtifact(ctx, entryId)
    },
  }),

  update: changing('/artifacts', kind, 'Change an artifact (keepers) or hide it (moderators)', {
    input: ArtifactChange,
    output: Artifact,
    files: pictureFiles,
    read: readArtifact,
    async change(ctx, entry, settings, { name, images, makerId, ...typed }) {
      const { id } = entry
      const change = { ...typed, maker: await requireMaker(ctx, { maker: typed.maker, makerId }) }
      await changeRow(ctx, artifacts, id, change)
      await keepMaker(ctx, id, { maker: change.maker, makerId })
      const coverId = await changePictures(ctx, id, images)
      const updated = await readArtifact(ctx, id)
      const searchable = { words: wordsOf(updated), names: namesOf(updated) }
      await updateEntry(ctx, entry, { ...settings, title: name, coverId, ...searchable })
    },
  }),

  remove: removing('/artifacts', 'keeper', 'Delete an artifact', kind),
}

type Fields = Pick<
  NewArtifact,
  'localName' | 'description' | 'materials' | 'use' | 'maker' | 'period' | 'dimensions' | 'heldAt' | 'images'
>

function namesOf({ localName }: Pick<Fields, 'localName'>): string[] {
  return localName ? [localName] : []
}

function wordsOf({ description, materials, use, maker, period, dimensions, heldAt, images }: Fields): string {
  const alts = images.map(({ alt }) => alt)
  return [description, use, ...materials, maker, period, dimensions, heldAt, ...alts].filter(Boolean).join('\n')
}

const { entryId: _, ...own } = getTableColumns(artifacts)

function selectArtifacts({ db }: Pick<Context, 'db'>) {
  return db
    .select({ ...entryColumns, own, madeBy, images: filesOfEntry })
    .from(entries)
    .innerJoin(artifacts, eq(artifacts.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectArtifacts>>[number]

const listArtifacts = newestOf(kind.type, selectArtifacts)
const oneArtifact = oneOf(kind.type, selectArtifacts)

function readArtifact(ctx: Context, id: string): Promise<Artifact> {
  return readOne(ctx, oneArtifact, id, present)
}

function present({ own, madeBy, images, ...entry }: Row): Artifact {
  return { ...presentEntry(entry), name: entry.title, ...own, madeBy, images: images.map(presentPicture) }
}
