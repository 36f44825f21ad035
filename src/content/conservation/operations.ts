import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Invalid, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { answering, partStanding } from '../entry/audience.ts'
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
import { removeWithFiles } from '../media/claim.ts'
import { addPictures, changePictures } from '../media/pictures.ts'
import { filesOfEntry, presentPicture } from '../media/queries.ts'
import { Conservation, ConservationChange, ConservationQuery, inOrder, NewConservation } from './schema.ts'
import { conservation as records } from './table.ts'
import { text } from './text.ts'

const kind = { type: 'conservation', keepersOwn: true }

export const conservation = {
  list: operation({
    method: 'GET',
    path: '/conservation',
    permission: 'public',
    cached: true,
    legacy: 'getConservation',
    summary: 'List conservation records, of one artifact if told',
    input: ConservationQuery,
    output: Page(Conservation),
    async handler(ctx, { q, artifactId, limit, lastKey }) {
      const { select, seen } = selectRecords(ctx)
      const narrowed = and(
        artifactId ? eq(seen.id, artifactId) : undefined,
        matching(q),
        after(lastKey, entries.publishedAt),
      )
      const rows = await select
        .where(and(eq(entries.type, 'conservation'), listed(ctx.viewer), narrowed))
        .orderBy(desc(entries.publishedAt), desc(entries.id))
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: row.publishedAt ?? row.createdAt, id: row.id }), present)
    },
  }),

  get: operation({
    method: 'GET',
    path: '/conservation/:id',
    permission: 'public',
    legacy: 'getConservationById',
    summary: 'Read a conservation record',
    input: ById,
    output: Conservation,
    handler: (ctx, { id }) => readRecord(ctx, id),
  }),

  create: operation({
    method: 'POST',
    path: '/conservation',
    permission: 'keeper',
    legacy: 'createConservation',
    summary: 'Add a conservation record',
    input: NewConservation,
    output: Conservation,
    status: 201,
    acceptsDataUrl: true,
    async handler(ctx, input) {
      const { standing, said: all } = partStanding(input)
      const { title, images, ...said } = all
      await requireArtifact(ctx, said.artifactId)
      const words = wordsOf({ ...said, images })
      const entryId = await insertEntry(ctx, 'conservation', { ...standing, title, words })
      await ctx.db.insert(records).values({ entryId, ...said })
      await addPictures(ctx, entryId, images)
      return readRecord(ctx, entryId)
    },
  }),

  update: operation({
    method: 'PATCH',
    path: '/conservation/:id',
    permission: 'member',
    summary: 'Change a conservation record as a keeper; as a moderator, hide it',
    input: ById.extend(ConservationChange.shape),
    output: Conservation,
    acceptsDataUrl: true,
    async handler(ctx, { id, ...input }) {
      const { standing, said } = partStanding(input)
      const { title, images, ...change } = said
      const entry = await requireChangeable(ctx, kind, id, standing, said)
      await requireArtifact(ctx, change.artifactId)
      const before = await readRecord(ctx, id)
      const { startedAt = before.startedAt, finishedAt = before.finishedAt } = change
      if (!inOrder({ startedAt, finishedAt }))
        throw new Invalid(undefined, [{ path: 'finishedAt', message: text.form.finishedFirst }])
      // With the id, so that a change of nothing is a statement, too.
      await ctx.db
        .update(records)
        .set({ ...change, entryId: id })
        .where(eq(records.entryId, id))
      const coverId = await changePictures(ctx, id, images)
      const words = wordsOf(await readRecord(ctx, id))
      await updateEntry(ctx, entry, { ...standing, title, coverId, words })
      return readRecord(answering(ctx, standing), id)
    },
  }),

  remove: operation({
    method: 'DELETE',
    path: '/conservation/:id',
    permission: 'keeper',
    summary: 'Delete a conservation record',
    input: ById,
    output: Removed,
    handler: (ctx, { id }) => removeWithFiles(ctx, kind, id),
  }),
}

type Said = Pick<NewConservation, 'threat' | 'treatment' | 'conservator' | 'images'>

function wordsOf({ threat, treatment, conservator, images }: Said): string {
  return [threat, treatment, conservator, ...images.map(({ alt }) => alt)].filter(Boolean).join('\n')
}

/** Throws Invalid for what is no artifact, or none that the writer may see: which of the two is not told. */
async function requireArtifact({ db, viewer }: Context, id: string | null | undefined): Promise<void> {
  if (!id) return
  const [found] = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.id, id), eq(entries.type, 'artifact'), readable(viewer)))
  if (!found) throw new Invalid(undefined, [{ path: 'artifactId', message: text.form.noArtifact }])
}

/** Records with the artifact of each as far as the viewer may see that; `seen` is it. */
function selectRecords({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  const seen = db
    .select({ id: entries.id, title: entries.title })
    .from(entries)
    .where(and(eq(entries.type, 'artifact'), readable(viewer)))
    .as('seen')
  const { condition, phase, threat, treatment, conservator, startedAt, finishedAt } = records
  const said = { condition, phase, threat, treatment, conservator, startedAt, finishedAt }
  const select = db
    .select({ ...entryColumns, ...said, artifactId: seen.id, artifactName: seen.title, images: filesOfEntry })
    .from(entries)
    .innerJoin(records, eq(records.entryId, entries.id))
    .leftJoin(seen, eq(seen.id, records.artifactId))
    .leftJoin(accounts, authorOf)
    .$dynamic()
  return { select, seen }
}
type Row = Awaited<ReturnType<typeof selectRecords>['select']>[number]

async function readRecord(ctx: Context, id: string): Promise<Conservation> {
  const [row] = await selectRecords(ctx).select.where(and(eq(entries.id, id), readable(ctx.viewer)))
  if (!row) throw new NotFound()
  return present(row)
}

function present(row: Row): Conservation {
  const { condition, phase, threat, treatment, conservator, startedAt, finishedAt, artifactId, artifactName } = row
  const said = { condition, phase, threat, treatment, conservator, startedAt, finishedAt }
  const artifact = artifactId && artifactName ? { id: artifactId, name: artifactName } : null
  return { ...presentEntry(row), artifactId, artifact, ...said, images: row.images.map(presentPicture) }
}
