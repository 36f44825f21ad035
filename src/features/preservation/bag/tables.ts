import { kinds, suggestion } from '#content/kinds.ts'

/** Tables with one row per entry, by its type. */
export const ownTables: Record<string, string> = Object.fromEntries(
  [...Object.values(kinds), suggestion].map(({ type, table }) => [type, table]),
)

/** Tables that refer to an entry by `entry_id` and are exported with it, with their sort column. */
export const carried = {
  entry_files: 'position',
  versions: 'number',
  exact_points: 'entry_id',
  consents: 'id',
  transcripts: 'id',
  vocabulary_pronunciations: 'file_id',
} as const

/**
 * Tables that are not exported: people's own actions (likes, comments, registrations, reports, carts), the accounts of
 * makers, whose names are exported, notifications, moderation, shop orders, voices that no keeper has heard yet, and
 * derived data (search terms, facets). Links have a file of their own.
 */
export const leftBehind = [
  'article_likes',
  'cart_items',
  'entry_facets',
  'entry_makers',
  'comments',
  'event_registrations',
  'hidings',
  'notifications',
  'order_items',
  'report_voices',
  'reports',
  'vocabulary_asks',
  'vocabulary_terms',
]

export const personColumns = [
  ...['author_id', 'confirmed_by', 'uploader_id', 'actor_id', 'giver_id', 'entered_by', 'speaker_id'],
  ...['handled_by', 'created_by', 'updated_by'],
]

/** Columns of entries that are computed again on import, or that only this site knows. */
export const madeAgain = ['search', 'folding', 'batch_id']
/** Columns of files that are set again on import, such as the storage key and the smaller copies. */
export const fileMadeAgain = [
  'storage_key',
  'variants',
  'clean',
  'processing',
  'percent',
  'attempts',
  'is_incomplete',
  'checked_at',
]
