import { and, desc, eq, isNotNull, lte } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { files } from '#content/media/table.ts'
import { audit } from '#core/audit.ts'
import type { Context, Site } from '#core/context.ts'
import { Conflict } from '#core/errors.ts'
import { isSameVersion } from '#core/input/if-match.ts'
import { accounts } from '#core/tables.ts'
import { languages } from '#text/language.ts'
import { cssOf, weaknesses } from './colours.ts'
import { refusals } from './refusals.ts'
import { nothingSet, Settings } from './schema.ts'
import { siteSettings } from './table.ts'

/** Number of versions that are stored. Older ones are deleted. */
export const mostVersions = 50
const epoch = '1970-01-01T00:00:00.000Z'

export type Latest = Awaited<ReturnType<typeof latest>>

/** Returns the current settings, with number 0 if nothing was ever set. */
export async function latest(db: NodePgDatabase) {
  const { number, settings, logoHash, createdAt } = siteSettings
  const [row] = await db
    .select({ number, settings, logoHash, createdAt })
    .from(siteSettings)
    .orderBy(desc(number))
    .limit(1)
  return {
    number: row?.number ?? 0,
    // A row that another release stored, or that was edited by hand, must not stop the site.
    settings: Settings.safeParse(row?.settings).data ?? nothingSet,
    logoHash: row?.logoHash ?? null,
    updatedAt: row?.createdAt ?? epoch,
  }
}

/**
 * Returns the version with that number, or undefined if there is none or this release can't read it. Number 0 is the
 * state before the first change.
 */
export async function versionOf(db: NodePgDatabase, number: number) {
  if (number === 0) return { settings: nothingSet, logo: null, logoHash: null }
  const { settings, logo, logoHash } = siteSettings
  const [row] = await db.select({ settings, logo, logoHash }).from(siteSettings).where(eq(siteSettings.number, number))
  const parsed = Settings.safeParse(row?.settings)
  return row && parsed.success ? { ...row, settings: parsed.data } : undefined
}

export function versions(db: NodePgDatabase) {
  const { number, action, createdAt } = siteSettings
  const { id, name, avatar } = accounts
  return db
    .select({ number, action, createdAt, changedBy: { id, name, avatar } })
    .from(siteSettings)
    .leftJoin(accounts, eq(accounts.id, siteSettings.changedBy))
    .orderBy(desc(number))
    .limit(mostVersions)
}

/** Returns the bytes of a logo by the hash in its address, or undefined. */
export async function readLogo(db: NodePgDatabase, hash: string): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ logo: siteSettings.logo })
    .from(siteSettings)
    .where(and(eq(siteSettings.logoHash, hash), isNotNull(siteSettings.logo)))
    .limit(1)
  return row?.logo ?? undefined
}

/** Returns the key of a file in the storage, or undefined if there is no such file. */
export async function storageKeyOf(db: NodePgDatabase, fileId: string): Promise<string | undefined> {
  const [file] = await db.select({ key: files.storageKey }).from(files).where(eq(files.id, fileId))
  return file?.key
}

export const logoAddress = (hash: string | null) => (hash ? `/site/logo/${hash}.png` : null)

/** The part of the site's settings that comes from the database. A name that isn't set is empty. */
export type StoredSite = Pick<Site, 'name' | 'contactEmail' | 'followLinks' | 'texts' | 'logo' | 'colours'>

/** Returns the settings that admins have saved, in the form that the server uses. */
export async function readStoredSite(db: NodePgDatabase): Promise<StoredSite> {
  const { settings, logoHash } = await latest(db)
  const { name, contactEmail, followLinks, texts, colours } = settings
  const set = (one: (typeof texts)['en']) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== ''))
  return {
    name,
    contactEmail: contactEmail || undefined,
    followLinks,
    texts: Object.fromEntries(languages.map((one) => [one, set(texts[one])])),
    logo: logoAddress(logoHash),
    // Colours may have been stored before a rule became stricter, or by hand. The design's own are readable.
    colours: weaknesses(colours).length > 0 ? null : cssOf(colours),
  }
}

type Change = Pick<typeof siteSettings.$inferInsert, 'logo' | 'logoHash' | 'action'> & { settings: Settings }

/**
 * Adds a version. Throws Conflict with the code `changed` if the caller's change was based on another version, even if
 * two callers save at the same moment.
 */
export async function addVersion(ctx: Context, change: Change, from: Latest, detail?: Record<string, unknown>) {
  const { changedFrom } = ctx.caller
  if (changedFrom !== undefined && !isSameVersion(changedFrom, from.updatedAt)) throw changedMeanwhile()
  const number = from.number + 1
  const added = await ctx.db
    .insert(siteSettings)
    .values({ ...change, number, changedBy: ctx.viewer?.id ?? null })
    .onConflictDoNothing()
    .returning({ number: siteSettings.number })
  if (added.length === 0) throw changedMeanwhile()
  await ctx.db.delete(siteSettings).where(lte(siteSettings.number, number - mostVersions))
  await audit(ctx, `site:${change.action}`, null, detail)
  ctx.contentChanged()
}

function changedMeanwhile(): Conflict {
  return new Conflict(refusals.changed, 'changed')
}
