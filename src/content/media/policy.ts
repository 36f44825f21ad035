import { hasRole } from '#core/permission.ts'

// Permissions on files and transcripts. The rules for every entry are in entry/policy.ts.

type Viewer = { id: string; roles: readonly string[]; isPremium: boolean; admitted: boolean }
type StoredFile = {
  uploaderId: string | null
  /** The author of its entry. */
  authorId: string | null
  /** True if the place of its entry is blurred for others, because the original could contain the exact one. */
  blurred: boolean | null
  /** True if there is no smaller copy to serve instead. */
  hasNoCopy: boolean
  /** True for the voice note of a comment, which isn't the entry author's. */
  isComment?: boolean
}

/**
 * Returns whether the viewer may download the original: its uploader, its author and keepers always may, and supporting
 * members unless its place is blurred.
 */
export function mayDownload(viewer: Viewer | null, file: StoredFile): boolean {
  const { uploaderId, authorId, blurred, hasNoCopy, isComment } = file
  if (!blurred && hasNoCopy) return true
  if (!viewer) return false
  if (isComment) return viewer.id === uploaderId || hasRole(viewer, 'keeper')
  const own = viewer.id === uploaderId || viewer.id === authorId || hasRole(viewer, 'keeper')
  return own || (viewer.isPremium && !blurred)
}

type Written = { authorId: string | null }

/** Returns whether the viewer may delete a transcript: its author, the author of the recording, or a keeper. */
export function mayDeleteTranscript(viewer: Viewer | null, transcript: Written, recording: Written): boolean {
  if (!viewer?.admitted) return false
  return [transcript.authorId, recording.authorId].includes(viewer.id) || hasRole(viewer, 'keeper')
}
