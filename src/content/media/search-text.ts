import { and, asc, eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { searchColumns } from '#content/entry/list/search.ts'
import { entries } from '#content/entry/table.ts'
import { media, transcripts } from './table.ts'

type Fields = Pick<
  typeof media.$inferSelect,
  'description' | 'tags' | 'transcript' | 'translation' | 'language' | 'speakers' | 'place'
>

/** Returns the searchable text of a post, besides its title. @param written transcripts that members added */
export function wordsOf(fields: Fields, written: string[] = []): string {
  const { description, tags, transcript, translation, language, speakers, place } = fields
  return [description, transcript, translation, ...speakers, place, language, ...tags, ...written]
    .filter(Boolean)
    .join('\n')
}

/** Returns the listed transcripts and translations that members added to a post, oldest first. */
export async function writtenBy(db: NodePgDatabase, entryId: string): Promise<string[]> {
  const rows = await db
    .select({ text: transcripts.text, translation: transcripts.translation })
    .from(transcripts)
    .where(and(eq(transcripts.entryId, entryId), eq(transcripts.unlisted, false)))
    .orderBy(asc(transcripts.createdAt), asc(transcripts.id))
  return rows.flatMap(({ text, translation }) => [text, translation])
}

/** Updates the searchable text of a post after its transcripts changed. */
export async function findByTranscripts(db: NodePgDatabase, entryId: string): Promise<void> {
  const [post] = await db
    .select({ title: entries.title, fields: media })
    .from(media)
    .innerJoin(entries, eq(entries.id, media.entryId))
    .where(eq(media.entryId, entryId))
  if (!post) return
  const words = wordsOf(post.fields, await writtenBy(db, entryId))
  await db
    .update(entries)
    .set(searchColumns('media', { title: post.title, names: [], words }))
    .where(eq(entries.id, entryId))
}
