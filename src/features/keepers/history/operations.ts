import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { artifact } from '#content/artifact/operations.ts'
import { conservation } from '#content/conservation/operations.ts'
import type { ArchiveType } from '#content/entry/archive.ts'
import { numberIn } from '#content/entry/list/where.ts'
import type { VersionRecord } from '#content/entry/schema.ts'
import { entries, versions } from '#content/entry/table.ts'
import { keepVersions } from '#content/entry/write/versions.ts'
import { heritage } from '#content/heritage/operations.ts'
import { poem } from '#content/poem/operations.ts'
import { proverb } from '#content/proverb/operations.ts'
import { vocabulary } from '#content/vocabulary/operations.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict } from '#core/errors.ts'
import { isSameVersion } from '#core/input/if-match.ts'
import { type AnyOperation, operation } from '#core/operation.ts'
import { accounts } from '#core/tables.ts'
import { refusals } from '../refusals.ts'
import { lockArchived, recordOf, requireArchived, versionOf, versionsOf } from './queries.ts'
import { FullVersion, History, HistoryQuery, Restoration, Restored, VersionById } from './schema.ts'

const changes: Record<ArchiveType, AnyOperation> = {
  artifact: artifact.update,
  conservation: conservation.update,
  heritage: heritage.update,
  poem: poem.update,
  proverb: proverb.update,
  vocabulary: vocabulary.update,
}

/** The history of an archive entry, for keepers who may see it now. */
export const history = {
  list: operation('GET', '/entries/:id/history', 'keeper', {
    summary: 'List every change to an archive entry, newest first',
    input: HistoryQuery,
    output: History,
    async handler(ctx, { id, limit, lastKey }) {
      const entry = await requireArchived(ctx, id)
      const rows = await versionsOf(ctx.db, id, limit + 1, numberIn(lastKey))
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      return { entry, items, lastKey: rows.length > limit && last ? { value: last.number, id } : null }
    },
  }),

  get: operation('GET', '/entries/:id/history/:number', 'keeper', {
    summary: 'Read an archive entry as it was before and after a change',
    input: VersionById,
    output: FullVersion,
    async handler(ctx, { id, number }) {
      await requireArchived(ctx, id)
      return versionOf(ctx.db, id, number)
    },
  }),

  restore: operation('POST', '/entries/:id/history/:number/restoration', 'keeper', {
    summary: 'Restore an earlier version of an entry without changing who can see it',
    input: Restoration,
    output: Restored,
    async handler(ctx, { id, number, updatedAt }) {
      const entry = await lockArchived(ctx, id)
      if (!isSameVersion(entry.updatedAt, updatedAt)) throw new Conflict(refusals.changed)
      const record = await recordOf(ctx.db, id, number)
      // The type's own change operation runs, so that derived values and checks apply as usual.
      const row = changes[entry.type as ArchiveType]
      const { shape } = (row.input instanceof z.ZodPipe ? row.input.out : row.input) as z.ZodObject
      const inputNames = Object.keys(shape)
      const values = Object.entries(await inputOf(ctx, record)).filter(([name]) => inputNames.includes(name))
      await row.handler(ctx, { id, ...Object.fromEntries(values) })
      await ctx.db
        .update(entries)
        .set(await confirmationOf(ctx, record))
        .where(eq(entries.id, id))
      await keepVersions(ctx.db, [id], 'restore', ctx.viewer?.id ?? null)
      await audit(ctx, `${entry.type}:restore-version`, id, { number })
      const [newest] = await ctx.db
        .select({ number: sql<number>`max(${versions.number})::int` })
        .from(versions)
        .where(eq(versions.entryId, id))
      return { id, number: newest?.number ?? number }
    },
  }),
}

/** Returns the record as input for a change. Files appear under the names of all types, and each type takes its own. */
async function inputOf({ db }: Context, { entry, own, files }: VersionRecord): Promise<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.entries(own).map(([column, value]) => [camel(column), value]))
  const cover = entry.cover_id && `/files/${entry.cover_id}`
  const list = files.map(({ id, label, role }) => ({ url: `/files/${id}`, alt: label, caption: label, role }))
  const addresses = { recording: cover, picture: cover, cover, images: list, media: list }
  return {
    ...fields,
    ...(await stillThere(db, fields.artifactId)),
    title: entry.title,
    name: entry.title,
    ...addresses,
  }
}

/** Returns `artifactId: null` if the artifact has been deleted since. */
async function stillThere(db: Context['db'], artifactId: unknown) {
  if (typeof artifactId !== 'string') return {}
  const [row] = await db.select({ id: entries.id }).from(entries).where(eq(entries.id, artifactId))
  return row ? {} : { artifactId: null }
}

/** Returns the confirmation of the restored version, without the keeper if their account no longer exists. */
async function confirmationOf({ db }: Context, { entry: { confirmed_at, confirmed_by } }: VersionRecord) {
  const [keeper] = confirmed_by
    ? await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, confirmed_by))
    : []
  return { confirmedAt: confirmed_at, confirmedBy: keeper?.id ?? null }
}

function camel(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
