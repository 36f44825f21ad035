import { eq, or, sql } from 'drizzle-orm'
import type { Brief } from '#content/entry/link/schema.ts'
import { entryLinks } from '#content/entry/link/table.ts'
import { authorOf, entryColumns, presentEntry } from '#content/entry/queries.ts'
import { entries } from '#content/entry/table.ts'
import { heritage } from '#content/heritage/table.ts'
import { proverbs } from '#content/proverb/table.ts'
import { vocabulary } from '#content/vocabulary/table.ts'
import type { Context } from '#core/context.ts'
import { accounts } from '#core/tables.ts'

/** What a brief is made of; join `vocabulary`, `proverbs` and `heritage` as `selectBriefs` does. */
export const briefColumns = {
  ...entryColumns,
  section: heritage.section,
  english: vocabulary.english,
  ipa: vocabulary.ipa,
  translation: proverbs.translation,
}

/** Entries of every type with what says in a line what each is; add `where`, order and limit. */
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
type Row = Awaited<ReturnType<typeof selectBriefs>>[number]

export function presentBrief(row: Row): Brief {
  const { type, title, section, english, translation, ipa } = row
  // A word's title is its form.
  const phonetic = ipa !== null && ipa === title
  return { ...presentEntry(row), kind: section ?? type, gloss: english ?? translation, phonetic }
}

/** Links of one entry, each with the entry at its other end. */
export function selectLinks({ db }: Pick<Context, 'db'>, id: string) {
  const { fromId, toId, relation, createdAt } = entryLinks
  const otherEnd = sql`case when ${fromId} = ${id} then ${toId} else ${fromId} end`
  return db
    .select({ link: { id: entryLinks.id, relation, fromId, createdAt }, entry: briefColumns })
    .from(entryLinks)
    .innerJoin(entries, eq(entries.id, otherEnd))
    .leftJoin(vocabulary, eq(vocabulary.entryId, entries.id))
    .leftJoin(proverbs, eq(proverbs.entryId, entries.id))
    .leftJoin(heritage, eq(heritage.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}

export const isOf = (id: string) => or(eq(entryLinks.fromId, id), eq(entryLinks.toId, id))
