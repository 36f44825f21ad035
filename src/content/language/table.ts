import { type AnyPgColumn, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** The languages and dialects of the texts on this site. */
export const languages = pgTable('languages', {
  /** A language tag (BCP 47): `enb`, or `enb-x-endo1242` with a private part if the language has no code of its own. */
  tag: text().primaryKey(),
  /** In English. */
  name: text().notNull(),
  iso639_3: text('iso639_3').unique('languages_iso639_3_unique'),
  glottocode: text().unique('languages_glottocode_unique'),
  /** The language of a dialect. */
  parent: text().references((): AnyPgColumn => languages.tag, { onUpdate: 'cascade' }),
  /** The order in forms. The first is the language of the site, which is that of every text that names no other. */
  position: integer().notNull(),
})

/** Returns the column for the language of a row's texts. */
export function inLanguage() {
  return text()
    .notNull()
    .references(() => languages.tag, { onUpdate: 'cascade' })
}
