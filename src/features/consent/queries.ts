import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { consentReadable } from '#content/entry/consent/queries.ts'
import type { Purpose } from '#content/entry/consent/schema.ts'
import { consents } from '#content/entry/consent/table.ts'
import { judgedColumns } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import { coverColumns, presentFile } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import type { Context, Viewer } from '#core/context.ts'
import { existing, NotFound } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import type { Consent } from './schema.ts'

const { type, title, state, visibility } = entries
const about = { id: entries.id, type, title, state, visibility }
const giver = alias(accounts, 'giver')

/** Selects consents with their entry, giver and evidence. Add `where`, order and limit. */
export function selectConsents({ db }: Pick<Context, 'db'>) {
  return db
    .select({
      record: consents,
      entry: about,
      giver: { id: giver.id, name: giver.name, avatar: giver.avatar },
      evidence: coverColumns,
    })
    .from(consents)
    .innerJoin(entries, eq(entries.id, consents.entryId))
    .leftJoin(giver, eq(giver.id, consents.giverId))
    .leftJoin(files, eq(files.id, consents.evidenceId))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectConsents>>[number]

export function presentConsent({ record, entry, giver, evidence }: Row): z.input<typeof Consent> {
  const { entryId: _, giverId: _g, evidenceId: _e, enteredBy: _b, ...fields } = record
  return {
    ...fields,
    purposes: fields.purposes as Purpose[],
    entry,
    giver,
    evidence: evidence && presentFile(evidence),
  }
}

/** Returns a consent that the viewer may read. Throws NotFound if there is none. */
async function findConsent(ctx: Context, id: string, viewer: Viewer) {
  const [row] = await selectConsents(ctx).where(and(eq(consents.id, id), consentReadable(viewer)))
  return existing(row)
}

/** Returns a consent without checking permissions, for the person who has just saved it. */
export async function readConsent(ctx: Context, id: string) {
  const [row] = await selectConsents(ctx).where(eq(consents.id, id))
  return presentConsent(existing(row))
}

/**
 * Locks the entry of a consent that the viewer may read, as for every change to an entry, and returns both. Throws
 * NotFound if there is no such consent, or if it was withdrawn in the meantime.
 */
export async function lockConsent(ctx: Context, id: string, viewer: Viewer) {
  const { entry } = await findConsent(ctx, id, viewer)
  const locked = await lockEntry(ctx, entry.id)
  const { record } = await findConsent(ctx, id, viewer)
  return { record, entry: locked }
}

/** Locks an entry that the viewer may see, and returns it. Throws NotFound if there is none. */
export async function lockVisible(ctx: Context, id: string) {
  const [visible] = await ctx.db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.id, id), readable(ctx.viewer)))
  if (!visible) throw new NotFound()
  return lockEntry(ctx, id)
}

async function lockEntry({ db }: Context, id: string) {
  const [row] = await db.select().from(entries).where(eq(entries.id, id)).for('update')
  return existing(row)
}

/** Returns an entry if the viewer may see it; otherwise undefined. */
export async function entryOf({ db, viewer }: Context, id: string) {
  const [row] = await db
    .select({ ...about, ...judgedColumns })
    .from(entries)
    .where(and(eq(entries.id, id), readable(viewer)))
  return row
}
