import type { Role } from '#core/permission.ts'
import type { IconName } from '#ui/drawing/icon.tsx'
import type { Field } from '#ui/field.ts'

/** The colour and icon by which people recognize a type or a section. */
export type Look = { field: Exclude<Field, 'milk'>; icon: IconName }

/** A page of a part of the archive. `also`: a shorter address of the same page; `holds`: its name in the counts. */
export type SectionPage<Name extends string = string> = { href: string; also?: string; name: Name; holds: string }

/** The ways to narrow a list of entries of all types. */
export const facets = ['topic', 'place', 'person', 'dialect', 'year'] as const
export type Facet = (typeof facets)[number]

/** The groups of the + Add menu, in its order. */
export const addGroups = ['say', 'show', 'write', 'gather'] as const
export type AddGroup = (typeof addGroups)[number]

/** Describes a content type to the rest of the site. Each type's description is in `content/<type>/kind.ts`. */
export type Kind = {
  /** Its name in the API, in `entries.type` and in the registries. */
  type: string
  /** Its table, with one row for each entry. */
  table: string
  /** The address of an entry's page without its id. */
  page: string
  /** The page that lists its entries: a public page or, if there is none, one for members. */
  list: string
  /** The form in which an entry is written. */
  form: string
  look: Look
  /** The group of the + Add menu with its form. Types with several forms or places have theirs in `frame/add`. */
  add?: AddGroup
  /** The page of the archive that lists its entries. */
  section?: SectionPage
  /** Members change an entry on the page where they read it, not in the form. */
  changedInPlace?: true
  /** Keepers confirm and edit its entries, and each change is stored as a version. */
  archive?: true
  /** Only keepers create it, and every keeper may change it as if it were their own. */
  keepersOwn?: true
  /** Its author needs this role to create and change it. */
  authorNeeds?: Role
  /** Members post it from the feed. */
  inComposer?: true
  /** Members comment on it. */
  comments?: true
  /** Members read it in the dashboard without signal. */
  offline?: true
  /** Its entries have a language, and their title is in it. */
  titleInLanguage?: true
  /** Its other names are titles too. */
  namesAreTitles?: true
  /** Its type in schema.org, and its genre if that type is more general. */
  schemaOrg: string
  genre?: string
  /** Its type in the DCMI Type Vocabulary. If it has none, the type follows from its files. */
  dublinCore?: string
  /**
   * The columns of its table that hold an entry's topics, places and so on, by their names in the database. The year is
   * that of the first column with a date or, if there is none, of the publication.
   */
  facets?: Partial<Record<Facet, readonly string[]>>
  /** Its entries are files. Each kind of file has its own list and look. */
  holdsFile?: true
  /** Keepers import it from tables, as `importables.ts` describes. */
  imported?: true
}
