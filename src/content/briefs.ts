import { eq, sql } from 'drizzle-orm'
import type { Brief } from '#content/entry/link/schema.ts'
import { authorOf, entryColumns, presentEntry } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { heritage } from '#content/heritage/table.ts'
import { proverbs } from '#content/proverb/table.ts'
import { vocabulary } from '#content/vocabulary/table.ts'
import type { Context } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { bareIpa } from '#text/ipa.ts'

/** The columns of a brief. Join `vocabulary`, `proverbs` and `heritage` as `selectBriefs` does. */
export const briefColumns = {
  ...entryColumns,
  section: heritage.section,
  english: sql<string | null>`nullif(concat_ws(' · ', ${vocabulary.english}, ${vocabulary.swahili}), '')`,
  ipa: vocabulary.ipa,
  translation: proverbs.translation,
  language: sql<string | null>`coalesce(${vocabulary.language}, ${proverbs.language})`,
}

/** Selects entries of every type with a line that describes each; add `where`, order and limit. */
export function selectBriefs({ db }: Pick<Context, 'db'>) {
  return db
    .select(briefColumns)
    .from(entries)
    .leftJoin(vocabulary, eq(vocabulary.entryId, entries.id))
    .leftJoin(proverbs, eq(proverbs.entryId, entries.id))
    .leftJoin(heritage, eq(heritage.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}
export type BriefRow = Awaited<ReturnType<typeof selectBriefs>>[number]

export function presentBrief(row: BriefRow): Brief {
  const { type, title, section, english, translation, ipa, language } = row
  // The title of a vocabulary entry is the word's `form`.
  const phonetic = ipa !== null && bareIpa(ipa) === title
  return { ...presentEntry(row), kind: section ?? type, gloss: english ?? translation, phonetic, language }
}
