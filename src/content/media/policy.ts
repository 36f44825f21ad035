import { hasRole } from '#core/permission.ts'

// Permissions on files and transcripts. The rules for every entry are in entry/policy.ts.

type Viewer = { id: string; roles: readonly string[]; isPremium: boolean; admitted: boolean }
type StoredFile = {
  uploaderId: string | null
  /** The author of its entry. */
  authorId: string | null
  /** True if the place of its entry is blurred for others: the original could contain the exact one. */
  blurred: boolean | null
  /** True for the voice note of a comment, which isn't the entry author's. */
  isComment?: boolean
}

/**
 * Returns whether the viewer may have the original as it is: its uploader and keepers may, and so may the author of its
 * entry unless it is the voice note of a comment.
 */
export function mayHaveOriginal(viewer: Viewer | null, { uploaderId, authorId, isComment }: StoredFile): boolean {
  if (!viewer) return false
  const isOwn = viewer.id === uploaderId || (!isComment && viewer.id === authorId)
  return isOwn || hasRole(viewer, 'keeper')
}

/**
 * Returns whether the viewer may download the original. Supporting members get it without its tags, unless its place is
 * blurred or it is the voice note of a comment.
 */
export function mayDownload(viewer: Viewer | null, file: StoredFile): boolean {
  if (mayHaveOriginal(viewer, file)) return true
  return !!viewer?.isPremium && !file.blurred && !file.isComment
}

type Written = { authorId: string | null }

/** Returns whether the viewer may delete a transcript, as its author, the author of the recording or a keeper. */
export function mayDeleteTranscript(viewer: Viewer | null, transcript: Written, recording: Written): boolean {
  if (!viewer?.admitted) return false
  return [transcript.authorId, recording.authorId].includes(viewer.id) || hasRole(viewer, 'keeper')
}
