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
import { createdNow, id, instant } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import type { Label } from './labels.ts'
import type { Act, VersionRecord } from './schema.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** What every piece of content has; each type adds a table of its own, 1:1 by `entryId`. */
export const entries = pgTable(
  'entries',
  {
    id: id(),
    /** A name of `content/registry.ts`. */
    type: text().notNull(),
    title: text().notNull(),
    /** A file that this entry has claimed. */
    coverId: uuid(),
    state: text().$type<'draft' | 'published' | 'hidden'>().notNull().default('published'),
    visibility: text().$type<'public' | 'members' | 'keepers'>().notNull(),
    /** Only members of one of these groups see it (`queries.ts`); none: all that `visibility` says. */
    groups: uuid().array().notNull().default(sql`'{}'`),
    /** A keeper narrowed who may see it: its author can't widen that. */
    narrowed: boolean().notNull().default(false),
    labels: text().array().$type<Label[]>().notNull().default(sql`'{}'`),
    /** It holds the voice or picture of someone who has died: said before it is shown. */
    deceased: boolean().notNull().default(false),
    hiddenReason: text(),
    /** WGS 84, in degrees, as everybody may know it: on the grid of `point.ts` where it is blurred. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    blurred: boolean().notNull().default(false),
    /** Null for what was imported. */
    authorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** What it is called besides its title. */
    names: text().array().notNull().default(sql`'{}'::text[]`),
    /** What search finds it by as plain text, the main part first. */
    words: text().notNull().default(''),
    /** Title, names and words, folded (`search.ts`). */
    search: tsvector().notNull(),
    /** By which folding. */
    folding: smallint().notNull().default(0),
    publishedAt: instant(),
    /** By a keeper, for what the archive holds (`archive.ts`); null until then. */
    confirmedAt: instant(),
    confirmedBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** When keepers gave it back, and why: typed, spoken (a file), or both. Null once it is sent again. */
    returnedAt: instant(),
    returnedReason: text(),
    returnedVoice: uuid(),
    createdAt: createdNow(),
    updatedAt: createdNow(),
  },
  (t) => [
    // Nulls as `order by … desc` has them, or the index can't give the order.
    index('entries_newest')
      .on(t.type, t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.state} = 'published'`),
    index('entries_newest_of_all')
      .on(t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.state} = 'published'`),
    // Without the pending list: a search would have to read it whole.
    index('entries_search').using('gin', t.search).with({ fastupdate: false }),
    index('entries_author').on(t.authorId, t.createdAt),
    index('entries_groups').using('gin', t.groups).where(sql`${t.groups} <> '{}'`),
    index('entries_confirmed_by').on(t.confirmedBy),
    // What waits for a keeper, oldest first; a list of its own for what came without an author.
    index('entries_unconfirmed')
      .on(sql`(${t.authorId} is null)`, t.publishedAt, t.id)
      .where(
        sql`${t.state} = 'published' and ${t.confirmedAt} is null and ${t.type} in ('artifact', 'conservation', 'heritage', 'poem', 'proverb', 'vocabulary')`,
      ),
    index('entries_returned').on(t.publishedAt, t.id).where(sql`${t.returnedAt} is not null`),
    // Counted without reading a row.
    index('entries_open').on(t.type, t.visibility).where(sql`${t.state} = 'published' and ${t.groups} = '{}'`),
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

/** People whom keepers name together: a clan, a village's elders, a family. */
export const groups = pgTable('groups', {
  id: id(),
  name: text().notNull().unique(),
  about: text().notNull().default(''),
  createdAt: createdNow(),
})

export const groupMembers = pgTable(
  'group_members',
  {
    groupId: uuid()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    addedAt: createdNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.groupId] }), index().on(t.groupId)],
)

/** What an entry of the archive was after each change of it, from 1 on. They go with the entry. */
export const versions = pgTable(
  'versions',
  {
    entryId: uuid()
      .notNull()
      .references(() => entries.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    at: createdNow(),
    act: text().$type<Act>().notNull(),
    /** Null for an import, and once they have left. */
    actorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    record: jsonb().$type<VersionRecord>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.number] }), index().on(t.actorId)],
)

/** The exact point of an entry whose own is blurred: in a table of its own, so that no select of entries can hold it. */
export const exactPoints = pgTable('exact_points', {
  entryId: uuid()
    .primaryKey()
    .references(() => entries.id, { onDelete: 'cascade' }),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
})
