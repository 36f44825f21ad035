import { and, eq } from 'drizzle-orm'
import { newestOf, oneOf, readOne } from '#content/entry/list/reads.ts'
import { authorOf, entryColumns, presentEntry } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import { changeRow, insertEntry, splitNew, updateEntry } from '#content/entry/write/write.ts'
import { kinds } from '#content/kinds.ts'
import { changing, reading, removing } from '#content/media/common-operations.ts'
import { pictureFiles } from '#content/media/named-files.ts'
import { addPictures, changePictures } from '#content/media/pictures.ts'
import { filesOfEntry, presentPicture } from '#content/media/queries.ts'
import type { Context } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { kind } from './kind.ts'
import { Conservation, ConservationChange, ConservationQuery, inOrder, NewConservation } from './schema.ts'
import { conservation as records } from './table.ts'
import { text } from './text.ts'

export const conservation = {
  list: operation('GET', '/conservation', 'public', {
    cached: true,
    legacy: 'getConservation',
    summary: 'List conservation records, optionally of one artifact',
    input: ConservationQuery,
    output: Page(Conservation),
    handler(ctx, { artifactId, ...query }) {
      const ofArtifact = artifactId ? eq(visibleTo(ctx).id, artifactId) : undefined
      return listRecords(ctx, query, present, ofArtifact)
    },
  }),

  get: reading('/conservation', 'getConservationById', 'Read a conservation record', Conservation, readRecord),

  create: operation('POST', '/conservation', 'keeper', {
    legacy: 'createConservation',
    summary: 'Add a conservation record',
    input: NewConservation,
    output: Conservation,
    status: 201,
    files: pictureFiles,
    async handler(ctx, input) {
      const { settings, fields: ownFields } = await splitNew(ctx, input)
      const { title, images, ...fields } = ownFields
      await requireArtifact(ctx, fields.artifactId)
      const words = wordsOf({ ...fields, images })
      const entryId = await insertEntry(ctx, kind.type, { ...settings, title, words })
      await ctx.db.insert(records).values({ entryId, ...fields })
      await addPictures(ctx, entryId, images)
      return readRecord(ctx, entryId)
    },
  }),

  update: changing('/conservation', kind, 'Change a conservation record (keepers) or hide it (moderators)', {
    input: ConservationChange,
    output: Conservation,
    files: pictureFiles,
    read: readRecord,
    async change(ctx, entry, settings, { title, images, ...change }) {
      const { id } = entry
      await requireArtifact(ctx, change.artifactId)
      const before = await readRecord(ctx, id)
      const { startedAt = before.startedAt, finishedAt = before.finishedAt } = change
      if (!inOrder({ startedAt, finishedAt }))
        throw new Invalid(undefined, [{ path: 'finishedAt', message: text.form.finishedFirst }])
      await changeRow(ctx, records, id, change)
      const coverId = await changePictures(ctx, id, images)
      const words = wordsOf(await readRecord(ctx, id))
      await updateEntry(ctx, entry, { ...settings, title, coverId, words })
    },
  }),

  remove: removing('/conservation', 'keeper', 'Delete a conservation record', kind),
}

type Fields = Pick<NewConservation, 'threat' | 'treatment' | 'conservator' | 'images'>

function wordsOf({ threat, treatment, conservator, images }: Fields): string {
  return [threat, treatment, conservator, ...images.map(({ alt }) => alt)].filter(Boolean).join('\n')
}

/** Throws Invalid if there is no such artifact or the writer may not see it, with the same message for both. */
async function requireArtifact({ db, viewer }: Context, id: string | null | undefined): Promise<void> {
  if (!id) return
  const [artifact] = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.id, id), eq(entries.type, kinds.artifact.type), readable(viewer)))
  if (!artifact) throw new Invalid(undefined, [{ path: 'artifactId', message: text.form.noArtifact }])
}

/** The artifacts that the viewer may see. */
function visibleTo({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  return db
    .select({ id: entries.id, title: entries.title })
    .from(entries)
    .where(and(eq(entries.type, kinds.artifact.type), readable(viewer)))
    .as('visible')
}

/** Selects records, each with its artifact if the viewer may see that artifact. */
function selectRecords({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  const visible = visibleTo({ db, viewer })
  const { condition, phase, threat, treatment, conservator, startedAt, finishedAt } = records
  const fields = { condition, phase, threat, treatment, conservator, startedAt, finishedAt }
  return db
    .select({ ...entryColumns, ...fields, artifactId: visible.id, artifactName: visible.title, images: filesOfEntry })
    .from(entries)
    .innerJoin(records, eq(records.entryId, entries.id))
    .leftJoin(visible, eq(visible.id, records.artifactId))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectRecords>>[number]

const listRecords = newestOf(kind.type, selectRecords)
const oneRecord = oneOf(kind.type, selectRecords)

function readRecord(ctx: Context, id: string): Promise<Conservation> {
  return readOne(ctx, oneRecord, id, present)
}

function present(row: Row): Conservation {
  const { condition, phase, threat, treatment, conservator, startedAt, finishedAt, artifactId, artifactName } = row
  const fields = { condition, phase, threat, treatment, conservator, startedAt, finishedAt }
  const artifact = artifactId && artifactName ? { id: artifactId, name: artifactName } : null
  return { ...presentEntry(row), artifactId, artifact, ...fields, images: row.images.map(presentPicture) }
}
