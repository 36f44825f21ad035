import { type AnyPgColumn, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** The languages and dialects that the texts of this site are in. */
export const languages = pgTable('languages', {
  /** A language tag (BCP 47): `enb`, or with a private part what has no code of its own, `enb-x-endo1242`. */
  tag: text().primaryKey(),
  /** In English. */
  name: text().notNull(),
  iso639_3: text('iso639_3').unique('languages_iso639_3_unique'),
  glottocode: text().unique('languages_glottocode_unique'),
  /** The language of a dialect. */
  parent: text().references((): AnyPgColumn => languages.tag, { onUpdate: 'cascade' }),
  /** The order in forms. The first is the language of the site, in which a text is unless it says otherwise. */
  position: integer().notNull(),
})

/** The column of a table whose texts are in a language. */
export function inLanguage() {
  return text()
    .notNull()
    .references(() => languages.tag, { onUpdate: 'cascade' })
}
