import type { Kind } from '#content/kind.ts'
import { kinds, suggestion } from '#content/kinds.ts'

/** The name of a content type. Its entries have a page and a form of their own. */
export type PageKind = keyof typeof kinds
export const pageKinds = (Object.keys(kinds) as PageKind[]).sort()

/** The types that have the property `Fact` set to true in their `kind.ts`. */
export type KindsWith<Fact extends keyof Kind> = {
  [Type in PageKind]: (typeof kinds)[Type] extends Record<Fact, true> ? Type : never
}[PageKind]

/** The types that keepers import, in the order in which lists of types show them. */
export type ImportedType = KindsWith<'imported'>
/** The kinds of post that members write in the composer. */
export type PostKind = KindsWith<'inComposer'>
export const importedTypes = (Object.keys(kinds) as PageKind[]).filter(isImported)

export function isImported(type: string): type is ImportedType {
  return kindOf(type)?.imported === true
}

/** All kinds of entry. `in-person` and `AUDIO` are variants of an event and of media, not kinds. */
export type EntryKind = PageKind | typeof suggestion.type
export const entryKinds: readonly EntryKind[] = [...pageKinds, suggestion.type]

export function isKind(type: string): type is PageKind {
  return Object.hasOwn(kinds, type)
}

/** Returns the description of a content type; undefined for any other name. */
export function kindOf(type: PageKind): Kind
export function kindOf(type: string): Kind | undefined
export function kindOf(type: string): Kind | undefined {
  return isKind(type) ? kinds[type] : undefined
}

type Addressed<Kind extends string> = { type: Kind; id: string }

/** Returns the path of the page with an entry's recorded consents, for keepers, its author and people who gave one. */
export function consentsPage({ id }: { id: string }): string {
  return `/dashboard/consents/${id}`
}

/**
 * Returns the path of an entry's page. Anyone who may see the entry can open it; guests may be asked to log in first.
 * Suggestions have no page of their own, so their path is that of the list in which keepers read them.
 */
export function pageOf({ type, id }: Addressed<EntryKind>): string {
  return type === suggestion.type ? suggestion.list : `${kinds[type].page}/${id}`
}

/** Returns the path of a member's page. Link to it only if there is one (`Author.page`). */
export function personPage({ id }: { id: string }): string {
  return `/people/${id}`
}

/** Returns the path of the form that continues a draft. */
export function draftPageOf({ kind, id }: { kind: PageKind; id: string }): string {
  return `${kinds[kind].form}?draft=${id}`
}

/** Returns the path of the page on which an entry is edited; for a suggestion, that of the keepers' list. */
export function changePageOf({ type, id }: Addressed<EntryKind>): string {
  if (type === suggestion.type) return suggestion.list
  const { changedInPlace, page, form } = kindOf(type)
  return changedInPlace ? `/dashboard${page}/${id}` : `${form}?id=${id}`
}
