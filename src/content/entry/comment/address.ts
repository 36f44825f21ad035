import { type EntryKind, pageOf } from '../address.ts'

/** Returns the dashboard page of an entry at its comments, where members write them. */
export function commentsPage(entry: { type: EntryKind; id: string }): string {
  return `/dashboard${pageOf(entry)}#comments`
}

/** Returns the dashboard page of an entry at one comment, which is shown there even if it is an old one. */
export function pageOfComment(entry: { type: EntryKind; id: string }, commentId: string): string {
  return `/dashboard${pageOf(entry)}?comment=${commentId}#comments`
}
