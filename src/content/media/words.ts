import { asc, eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { searchColumns } from '../entry/search.ts'
import { entries } from '../entry/table.ts'
import { media, transcripts } from './table.ts'

type Said = Pick<
  typeof media.$inferSelect,
  'description' | 'tags' | 'transcript' | 'translation' | 'language' | 'speakers' | 'place'
>

/** What search finds a post by, besides its title. @param written what others have written down of it */
export function wordsOf(said: Said, written: string[] = []): string {
  const { description, tags, transcript, translation, language, speakers, place } = said
  return [description, transcript, translation, ...speakers, place, language, ...tags, ...written]
    .filter(Boolean)
    .join('\n')
}

/** Every transcript and translation of a post by other members, oldest first. */
export async function writtenBy(db: NodePgDatabase, entryId: string): Promise<string[]> {
  const rows = await db
    .select({ text: transcripts.text, translation: transcripts.translation })
    .from(transcripts)
    .where(eq(transcripts.entryId, entryId))
    .orderBy(asc(transcripts.createdAt), asc(transcripts.id))
  return rows.flatMap(({ text, translation }) => [text, translation])
}

/** Lets search find a post by what others write down of it, or no longer. */
export async function findByTranscripts(db: NodePgDatabase, entryId: string): Promise<void> {
  const [post] = await db
    .select({ title: entries.title, said: media })
    .from(media)
    .innerJoin(entries, eq(entries.id, media.entryId))
    .where(eq(media.entryId, entryId))
  if (!post) return
  const words = wordsOf(post.said, await writtenBy(db, entryId))
  await db
    .update(entries)
    .set(searchColumns('media', { title: post.title, names: [], words }))
    .where(eq(entries.id, entryId))
}
