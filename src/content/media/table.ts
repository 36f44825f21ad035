import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { entries, entryKey, ofEntry } from '#content/entry/table.ts'
import { createdNow, id, instant, partOf } from '#core/column.ts'
import { accounts, ofAccount } from '#core/tables.ts'

export type PictureVariant = { width: number; height: number; format: 'avif' | 'webp'; key: string; size: number }
/** A copy to play: `mp4` for video, `webm` for sound, which has no width or height. */
export type PlayedVariant = {
  width: number | null
  height: number | null
  format: 'mp4' | 'webm'
  key: string
  size: number
}
export type Variant = PictureVariant | PlayedVariant

/**
 * The recording or film without tags (places, names, cameras), for readers of a file without copies. `same`: the
 * original has none. `impossible`: they couldn't be removed, so readers get no original. `size` is in bytes.
 */
export type Clean = { key: string; size: number } | 'same' | 'impossible'

/**
 * Uploaded files. A file belongs to at most one entry (`entryId`). Unclaimed files are deleted after 24 hours, except
 * profile photos and files that a draft names.
 */
export const files = pgTable(
  'files',
  {
    id: id(),
    uploaderId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    entryId: uuid().references(() => entries.id, { onDelete: 'set null' }),
    /**
     * Null while its entry shows it. `earlier`: part of an old version, for keepers; `reason`: why the entry was
     * returned, also for its author; `consent`: evidence, for readers of that record; `comment`: the voice note of a
     * comment, for those who see that comment; `reported`: deleted since, for moderators until its report is closed.
     */
    withheld: text().$type<'earlier' | 'reason' | 'consent' | 'comment' | 'reported'>(),
    /** The name on the uploader's device. Downloads have it, with a suitable extension; it is never used as a path. */
    name: text().notNull(),
    /** Detected from its bytes; before they arrive, the uploader's type. */
    contentType: text().notNull(),
    kind: text().$type<'image' | 'video' | 'audio'>().notNull(),
    /** Null until the bytes are stored. */
    storedAt: instant(),
    storageKey: text().notNull(),
    /** In bytes. */
    size: bigint({ mode: 'number' }),
    sha256: text(),
    width: integer(),
    height: integer(),
    /** In seconds. */
    duration: real(),
    /** The highest peak of each of 46 equal parts of a recording, from 0 to 100; null until they are measured. */
    peaks: smallint().array(),
    /** State of the copies; null if none are queued. Pictures have only `failed`. */
    processing: text().$type<'pending' | 'done' | 'failed'>(),
    /** Progress of the copies in percent. */
    percent: smallint().notNull().default(0),
    /** The number of conversions begun: a crash can't be recorded afterwards, and each file gets only two attempts. */
    attempts: smallint().notNull().default(0),
    /** True if the original says that it is much longer than what can be read of it. */
    isIncomplete: boolean().notNull().default(false),
    /** Codecs of the original, video first: `h264, aac`; null until they are known. */
    codec: text(),
    /** When the original was last read and compared with its hash; null if never. */
    checkedAt: instant(),
    /** The damage found then: changed bytes or a missing file. Null once it is repaired. */
    damage: text().$type<'damaged' | 'missing'>(),
    variants: jsonb().$type<Variant[]>().notNull().default([]),
    /** Null until it is known. A stored file is removed once there are copies; `impossible` and `same` stay. */
    clean: jsonb().$type<Clean>(),
    createdAt: createdNow(),
  },
  (t) => [
    index().on(t.entryId),
    index('files_unclaimed').on(t.createdAt),
    index().on(t.uploaderId),
    index('files_to_check').on(t.checkedAt.asc().nullsFirst(), t.id).where(sql`${t.storedAt} is not null`),
    index('files_damaged').on(t.id).where(sql`${t.damage} is not null`),
  ],
)

/**
 * Bytes that count against an account's quota besides its stored files (receive/quota.ts): uploads in progress, and the
 * arrived bytes of incomplete ones.
 */
export const uploadReservations = pgTable(
  'upload_reservations',
  {
    /** The id of the file or import. */
    id: uuid().primaryKey(),
    accountId: ofAccount(),
    /** Bytes reserved until `heldUntil`. An upload in progress renews the reservation; a dead one doesn't. */
    held: bigint({ mode: 'number' }).notNull(),
    heldUntil: instant().notNull(),
    /** Bytes on the disk, which count for as long as this row exists. */
    arrived: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [index().on(t.accountId), index().on(t.heldUntil)],
)

/** The permanent history of originals in terms of PREMIS. It names no entry and outlives the file. */
export const fileEvents = pgTable(
  'file_events',
  {
    id: id(),
    at: createdNow(),
    fileId: uuid().notNull(),
    event: text().$type<'ingestion' | 'fixity check' | 'repair'>().notNull(),
    outcome: text().$type<'success' | 'failure'>().notNull(),
    /** The SHA-256 that the file had or should have had. */
    sha256: text().notNull(),
    /** The finding in a word or a sentence; for an ingestion, the content type. */
    note: text(),
    /** The uploader, for an ingestion; otherwise null. */
    actorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
  },
  (t) => [index().on(t.fileId, t.at), index().on(t.at), index().on(t.actorId)],
)

/** Lists of files that an entry shows, in order. Each file also belongs to the entry in `files`. */
export const entryFiles = pgTable(
  'entry_files',
  {
    entryId: ofEntry(),
    position: smallint().notNull(),
    fileId: partOf(() => files.id),
    /** The alternative text of a picture or, in lists that mix kinds of files, the caption of a file. */
    label: text().notNull().default(''),
    role: text().$type<'before' | 'after'>(),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.position] }), index().on(t.fileId)],
)

/** Posts of type media; the file is `fileId`. */
export const media = pgTable('media', {
  entryId: entryKey(),
  fileId: uuid()
    .notNull()
    .references(() => files.id),
  description: text().notNull().default(''),
  tags: text().array().notNull(),
  transcript: text().notNull().default(''),
  translation: text().notNull().default(''),
  /** The language of the recording, as its author names it. */
  language: text().notNull().default(''),
  speakers: text().array().notNull().default(sql`'{}'::text[]`),
  recordedAt: instant(),
  place: text().notNull().default(''),
})

/** Transcripts that members added. A member who leaves chooses whether theirs are deleted or stay without a name. */
export const transcripts = pgTable(
  'transcripts',
  {
    id: id(),
    entryId: partOf(() => media.entryId),
    authorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    language: text().notNull().default(''),
    text: text().notNull().default(''),
    translation: text().notNull().default(''),
    /** True until its author confirms their email: until then only the author, keepers and moderators see it. */
    unlisted: boolean().notNull().default(false),
    createdAt: createdNow(),
  },
  (t) => [index().on(t.entryId, t.createdAt), index().on(t.authorId)],
)
