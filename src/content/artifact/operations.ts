import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
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
import { Artifact, ArtifactChange, ArtifactQuery, NewArtifact } from './schema.ts'
import { artifacts } from './table.ts'

const kind = { type: 'artifact', keepersOwn: true }

export const artifact = {
  list: operation({
    method: 'GET',
    path: '/artifacts',
    permission: 'public',
    cached: true,
    legacy: 'getArtifacts',
    summary: 'List artifacts',
    input: ArtifactQuery,
    output: Page(Artifact),
    async handler(ctx, { q, limit, lastKey }) {
      const rows = await selectArtifacts(ctx)
        .where(and(eq(entries.type, 'artifact'), listed(ctx.viewer), matching(q), after(lastKey, entries.publishedAt)))
        .orderBy(desc(entries.publishedAt), desc(entries.id))
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: row.publishedAt ?? row.createdAt, id: row.id }), present)
    },
  }),

  get: operation({
    method: 'GET',
    path: '/artifacts/:id',
    permission: 'public',
    legacy: 'getArtifactById',
    summary: 'Read an artifact',
    input: ById,
    output: Artifact,
    handler: (ctx, { id }) => readArtifact(ctx, id),
  }),

  create: operation({
    method: 'POST',
    path: '/artifacts',
    permission: 'keeper',
    legacy: 'createArtifact',
    summary: 'Add an artifact',
    input: NewArtifact,
    output: Artifact,
    status: 201,
    acceptsDataUrl: true,
    async handler(ctx, input) {
      const { standing, said: all } = partStanding(input)
      const { name, images, ...said } = all
      const words = wordsOf({ ...said, images })
      const entry = { ...standing, title: name, words, names: namesOf(said) }
      const entryId = await insertEntry(ctx, 'artifact', entry)
      await ctx.db.insert(artifacts).values({ entryId, ...said })
      await addPictures(ctx, entryId, images)
      return readArtifact(ctx, entryId)
    },
  }),

  update: operation({
    method: 'PATCH',
    path: '/artifacts/:id',
    permission: 'member',
    summary: 'Change an artifact as a keeper; as a moderator, hide it',
    input: ById.extend(ArtifactChange.shape),
    output: Artifact,
    acceptsDataUrl: true,
    async handler(ctx, { id, ...input }) {
      const { standing, said } = partStanding(input)
      const { name, images, ...change } = said
      const entry = await requireChangeable(ctx, kind, id, standing, said)
      // With the id, so that a change of nothing is a statement, too.
      await ctx.db
        .update(artifacts)
        .set({ ...change, entryId: id })
        .where(eq(artifacts.entryId, id))
      const coverId = await changePictures(ctx, id, images)
      const now = await readArtifact(ctx, id)
      const found = { words: wordsOf(now), names: namesOf(now) }
      await updateEntry(ctx, entry, { ...standing, title: name, coverId, ...found })
      return readArtifact(answering(ctx, standing), id)
    },
  }),

  remove: operation({
    method: 'DELETE',
    path: '/artifacts/:id',
    permission: 'keeper',
    summary: 'Delete an artifact',
    input: ById,
    output: Removed,
    handler: (ctx, { id }) => removeWithFiles(ctx, kind, id),
  }),
}

type Said = Pick<
  NewArtifact,
  'localName' | 'description' | 'materials' | 'use' | 'maker' | 'period' | 'dimensions' | 'heldAt' | 'images'
>

function namesOf({ localName }: Pick<Said, 'localName'>): string[] {
  return localName ? [localName] : []
}

function wordsOf({ description, materials, use, maker, period, dimensions, heldAt, images }: Said): string {
  const alts = images.map(({ alt }) => alt)
  return [description, use, ...materials, maker, period, dimensions, heldAt, ...alts].filter(Boolean).join('\n')
}

function selectArtifacts({ db }: Pick<Context, 'db'>) {
  const { localName, description, materials, use, maker, period, dimensions, heldAt } = artifacts
  const said = { localName, description, materials, use, maker, period, dimensions, heldAt }
  return db
    .select({ ...entryColumns, ...said, images: filesOfEntry })
    .from(entries)
    .innerJoin(artifacts, eq(artifacts.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectArtifacts>>[number]

async function readArtifact(ctx: Context, id: string): Promise<Artifact> {
  const [row] = await selectArtifacts(ctx).where(and(eq(entries.id, id), readable(ctx.viewer)))
  if (!row) throw new NotFound()
  return present(row)
}

function present(row: Row): Artifact {
  const { localName, description, materials, use, maker, period, dimensions, heldAt, images } = row
  const said = { localName, description, materials, use, maker, period, dimensions, heldAt }
  return { ...presentEntry(row), name: row.title, ...said, images: images.map(presentPicture) }
}
