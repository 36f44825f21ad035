import { type AnyPgColumn, integer, pgTable, text } from 'drizzle-orm/pg-core'

export const languages = pgTable('languages', {
  /** A language tag (BCP 47): `enb`, or `enb-x-endo1242` with a private part if the language has no code of its own. */
  tag: text().primaryKey(),
  /** The name in English. */
  name: text().notNull(),
  iso639_3: text('iso639_3').unique('languages_iso639_3_unique'),
  glottocode: text().unique('languages_glottocode_unique'),
  /** The language that a dialect belongs to, if the site has it. */
  parent: text().references((): AnyPgColumn => languages.tag, { onUpdate: 'cascade' }),
  /** The position in forms. The first language is the site's own, which is the default for new texts. */
  position: integer().notNull(),
})

/** Returns the column for the language of a row's texts. */
export function inLanguage() {
  return text()
    .notNull()
    .references(() => languages.tag, { onUpdate: 'cascade' })
}
