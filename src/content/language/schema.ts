import { z } from 'zod'

/** A Glottocode, such as `mark1255`. */
export const Glottocode = z.string().regex(/^[a-z0-9]{4}\d{4}$/)
export const Iso639 = z.string().regex(/^[a-z]{3}$/)

export const Language = z.object({
  /** A language tag (BCP 47), by which entries name it: `enb`, `enb-x-endo1242`. */
  tag: z.string(),
  /** The name in English. */
  name: z.string(),
  iso639_3: z.string().nullable(),
  glottocode: z.string().nullable(),
  /** The tag of the language that a dialect belongs to, if the site has it. */
  parent: z.string().nullable(),
})
export type Language = z.infer<typeof Language>

/** A language or dialect of Glottolog. `parent` is the Glottocode of a dialect's language. */
export const Languoid = z.object({
  glottocode: z.string(),
  name: z.string(),
  iso639_3: z.string().nullable(),
  parent: z.string().nullable(),
})
export type Languoid = z.infer<typeof Languoid>

/**
 * The tag of the language of an entry's text. If it is missing or empty, a new text is in the site's own language, and
 * a change leaves the language as it is.
 */
export const InLanguage = z
  .string()
  .max(100)
  .transform((tag) => tag || undefined)
  .optional()
