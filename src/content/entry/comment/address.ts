import { type EntryKind, pageOf } from '../address.ts'

/** Returns the path of the comments on an entry's dashboard page, where members write them. */
export function commentsPage(entry: { type: EntryKind; id: string }): string {
  return `/dashboard${pageOf(entry)}#comments`
}

/** Returns the path of one comment on an entry's dashboard page, which shows it even if it is an old one. */
export function pageOfComment(entry: { type: EntryKind; id: string }, commentId: string): string {
  return `/dashboard${pageOf(entry)}?comment=${commentId}#comments`
}
