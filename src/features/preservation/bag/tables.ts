import { tables as ofTypes } from '#features/harvest/queries.ts'

/** The tables whose rows are an entry's own, one each, by its type. */
export const ownTables: Record<string, string> = { ...ofTypes, suggestion: 'suggestions' }

/** The tables that hang on an entry by `entry_id` and go with it into a bag, in the order in which they are written. */
export const carried = {
  entry_files: 'position',
  versions: 'number',
  exact_points: 'entry_id',
  consents: 'id',
  transcripts: 'id',
  vocabulary_pronunciations: 'file_id',
} as const

/**
 * What stays behind: what people did or said of themselves (likes, registrations, reports, carts), what moderators did, the business of the
 * shop, and what is made again (search terms). Links go with a bag as a file of their own.
 */
export const leftBehind = [
  'article_likes',
  'cart_items',
  'event_registrations',
  'hidings',
  'order_items',
  'report_voices',
  'reports',
  'vocabulary_terms',
]

/** Columns of any of these tables that name a person. */
export const personColumns = [
  ...['author_id', 'confirmed_by', 'uploader_id', 'actor_id', 'giver_id', 'entered_by', 'speaker_id'],
  ...['handled_by', 'created_by', 'updated_by'],
]

/** What of an entry's row is made again where it comes to, since it follows from the rest. */
export const madeAgain = ['search', 'folding']
/** Of a file's row: where its bytes lie, and the copies that are made of it. */
export const fileMadeAgain = ['storage_key', 'variants', 'processing', 'percent', 'checked_at']
