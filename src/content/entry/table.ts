import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdNow, id, instant, partOf } from '#core/column.ts'
import { accounts, ofAccount } from '#core/tables.ts'
import type { EntryKind } from './address.ts'
import { archiveTypes } from './archive.ts'
import type { Act, VersionRecord } from './schema.ts'
import type { Label } from './visibility/labels.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Sets of entries that were imported together. Lists of what is new show each as one line (`list/batches.ts`). */
export const batches = pgTable('batches', {
  id: uuid().primaryKey(),
  title: text(),
})

/** The columns that all entries share. Each type adds its own table, 1:1 by `entryId`. */
export const entries = pgTable(
  'entries',
  {
    id: id(),
    type: text().$type<EntryKind>().notNull(),
    title: text().notNull(),
    /** A file that this entry has claimed. */
    coverId: uuid(),
    state: text().$type<'draft' | 'published' | 'hidden'>().notNull().default('published'),
    visibility: text().$type<'public' | 'members' | 'keepers'>().notNull(),
    /** Limits it to the author and those members of these groups whom `visibility` includes; empty for no limit. */
    groups: uuid().array().notNull().default(sql`'{}'`),
    /** True if a keeper narrowed who can see it, which its author can't undo. */
    narrowed: boolean().notNull().default(false),
    /** True while the author's email is unconfirmed: the page opens, but no list shows it to guests (`listed`). */
    unlisted: boolean().notNull().default(false),
    labels: text().array().$type<Label[]>().notNull().default(sql`'{}'`),
    /** True if it has the voice or picture of someone who has died, so that a warning is shown first. */
    deceased: boolean().notNull().default(false),
    /** False if its author has turned off comments. */
    allowComments: boolean().notNull().default(true),
    hiddenReason: text(),
    /** WGS 84 in degrees, as all readers see it: on the grid of `point/point.ts` if it is blurred. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    blurred: boolean().notNull().default(false),
    /** Null for imported entries. */
    authorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    batchId: uuid().references(() => batches.id, { onDelete: 'set null' }),
    names: text().array().notNull().default(sql`'{}'::text[]`),
    /** Plain text for search, the main part first. */
    words: text().notNull().default(''),
    /** Folded title, names and words (`list/search.ts`). */
    search: tsvector().notNull(),
    /** The version of the folding that wrote `search`. */
    folding: smallint().notNull().default(0),
    /** About how much room its texts and versions take, in bytes (`write/versions.ts`). */
    bytes: integer().notNull().default(0),
    publishedAt: instant(),
    /** When a keeper confirmed an entry of the archive (`archive.ts`); null until then. */
    confirmedAt: instant(),
    confirmedBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** When and why keepers returned it: in writing, as a recording (a file), or both. Null once it is sent again. */
    returnedAt: instant(),
    returnedReason: text(),
    returnedVoice: uuid(),
    createdAt: createdNow(),
    updatedAt: createdNow(),
  },
  (t) => [
    // Nulls are ordered as in `order by … desc`; otherwise PostgreSQL can't use the index for the order.
    index('entries_newest')
      .on(t.type, t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.state} = 'published'`),
    index('entries_newest_of_all')
      .on(t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.state} = 'published'`),
    // This index has no pending list, which every search would have to read completely.
    index('entries_search').using('gin', t.search).with({ fastupdate: false }),
    index('entries_author').on(t.authorId, t.createdAt),
    // The published entries of one member, newest first.
    index('entries_newest_of_author')
      .on(t.authorId, t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.state} = 'published'`),
    index('entries_groups').using('gin', t.groups).where(sql`${t.groups} <> '{}'`),
    index('entries_newest_of_batch')
      .on(t.batchId, t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.batchId} is not null`),
    index('entries_confirmed_by').on(t.confirmedBy),
    // Entries that wait for a keeper, oldest first, and separately those without an author.
    index('entries_unconfirmed')
      .on(sql`(${t.authorId} is null)`, t.publishedAt, t.id)
      .where(
        sql`${t.state} = 'published' and ${t.confirmedAt} is null and ${t.type} in (${sql.raw(archiveTypes.map((type) => `'${type}'`).join(', '))})`,
      ),
    index('entries_returned').on(t.publishedAt, t.id).where(sql`${t.returnedAt} is not null`),
    // This index answers counts alone, without reading rows.
    index('entries_open')
      .on(t.type, t.visibility, t.unlisted)
      .where(sql`${t.state} = 'published' and ${t.groups} = '{}'`),
    // This small index is used when an email is confirmed and when the site starts.
    index('entries_unlisted').on(t.authorId).where(sql`${t.unlisted}`),
    index('entries_changed').on(t.updatedAt, t.id).where(sql`${t.state} = 'published' and ${t.visibility} = 'public'`),
    check('entries_state', sql`${t.state} in ('draft', 'published', 'hidden')`),
    check('entries_visibility', sql`${t.visibility} in ('public', 'members', 'keepers')`),
    check(
      'entries_labels',
      sql`${t.labels} <@ '{attribution,verified,community,noncommercial,commercial,outreach,seasonal,women,men,sacred}'`,
    ),
    check(
      'entries_point',
      sql`case when num_nonnulls(${t.latitude}, ${t.longitude}) = 2
        then ${t.latitude} between -90 and 90 and ${t.longitude} between -180 and 180
        else num_nonnulls(${t.latitude}, ${t.longitude}) = 0 and not ${t.blurred} end`,
    ),
  ],
)

/** Returns the column for a row's entry. The row is deleted with its entry. */
export function ofEntry() {
  return partOf(() => entries.id)
}

/** Returns the same column as the primary key, for the tables of types. */
export function entryKey() {
  return ofEntry().primaryKey()
}

/**
 * The topics, places and so on of each entry, derived from the columns that its kind names (`list/facets.ts`): `facet`
 * is, for example, `topic:` followed by the folded text; `label` is the text as it was written.
 */
export const entryFacets = pgTable(
  'entry_facets',
  {
    entryId: ofEntry(),
    facet: text().notNull(),
    label: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.facet] }), index('entry_facets_entries').on(t.facet, t.entryId)],
)

/**
 * When the record of each entry that ever was public last changed, for harvesters and feeds. Rows outlive their entry.
 * They are stamped after the change was committed (features/discovery/stamps), so that no stamp becomes visible late.
 */
export const recordStamps = pgTable(
  'record_stamps',
  {
    entryId: uuid().primaryKey(),
    type: text().$type<EntryKind>().notNull(),
    stamp: instant().notNull(),
    /** When it was first stamped while it was public. */
    listedAt: instant(),
    /** SHA-256 of the record, or a text that no record has; null if the entry is not public any more. */
    digest: text(),
  },
  (t) => [
    index('record_stamps_changed').on(t.stamp, t.entryId),
    index('record_stamps_changed_of_type').on(t.type, t.stamp, t.entryId),
    index('record_stamps_listed').on(t.listedAt, t.entryId).where(sql`${t.digest} is not null`),
    index('record_stamps_listed_of_type').on(t.type, t.listedAt, t.entryId).where(sql`${t.digest} is not null`),
  ],
)

/**
 * Entries that were public before or after a change, until their record is stamped. Triggers add them, because no code
 * path can forget a trigger. An entry can be in it several times: a unique index would make writers wait for each other.
 */
export const changedEntries = pgTable('changed_entries', {
  entryId: uuid().notNull(),
  type: text().$type<EntryKind>().notNull(),
})

/** Groups of people that keepers name, such as a clan, a village's elders or a family. */
export const groups = pgTable('groups', {
  id: id(),
  name: text().notNull().unique(),
  about: text().notNull().default(''),
  createdAt: createdNow(),
})

export const groupMembers = pgTable(
  'group_members',
  {
    groupId: partOf(() => groups.id),
    accountId: ofAccount(),
    addedAt: createdNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.groupId] }), index().on(t.groupId)],
)

/** The versions of an archive entry, numbered from 1. They are deleted with the entry. */
export const versions = pgTable(
  'versions',
  {
    entryId: ofEntry(),
    number: integer().notNull(),
    at: createdNow(),
    act: text().$type<Act>().notNull(),
    /** Null if the account was deleted, or for an import that no keeper started. */
    actorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    record: jsonb().$type<VersionRecord>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.number] }), index().on(t.actorId)],
)

/** Exact positions of blurred entries, in a separate table so that no select of entries can return them. */
export const exactPoints = pgTable('exact_points', {
  entryId: entryKey(),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
})
