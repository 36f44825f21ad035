import { and, eq, isNull, not, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { longestFilm, mayTravel } from '#content/media/film/film.ts'
import { isUnheard } from '#content/media/queries.ts'
import { files, media } from '#content/media/table.ts'
import { pronunciations } from '#content/vocabulary/table.ts'
import { accounts } from '#core/tables.ts'

/**
 * Returns a recording that guests can hear and that may leave the site as a film, with its speakers and place, or
 * undefined.
 */
export async function findFilmed(db: NodePgDatabase, id: string) {
  const { labels, deceased, type } = entries
  const [row] = await db
    .select({
      ...{ entryId: entries.id, labels, deceased, type, duration: files.duration, variants: files.variants },
      speakers: sql<
        string[] | null
      >`coalesce(${media.speakers}, array[coalesce(${pronunciations.speakerName}, ${accounts.name})])`,
      place: media.place,
    })
    .from(files)
    .innerJoin(entries, eq(entries.id, files.entryId))
    .leftJoin(media, eq(media.fileId, files.id))
    .leftJoin(pronunciations, eq(pronunciations.fileId, files.id))
    .leftJoin(accounts, eq(accounts.id, pronunciations.speakerId))
    .where(
      and(
        ...[eq(files.id, id), eq(files.kind, 'audio'), isNull(files.withheld), listed(null), not(isUnheard())],
        sql`${pronunciations.unlisted} is not true`,
      ),
    )
  const copy = row?.variants.find(({ format }) => format === 'webm')
  if (!row || !copy || row.duration === null || row.duration > longestFilm || !mayTravel(row)) return undefined
  const { entryId, type: kind, duration, speakers, place } = row
  const said = [...(speakers ?? []), place].filter((name) => name)
  return { entryId, type: kind, duration, sound: { key: copy.key, contentType: 'audio/webm' }, said }
}
