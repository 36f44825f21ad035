import { hasRole } from '#core/permission.ts'

// Permission on files and transcripts. The rules of every entry are in entry/policy.ts.

type Viewer = { id: string; roles: readonly string[]; isPremium: boolean; admitted: boolean }
type StoredFile = {
  uploaderId: string | null
  /** The author of its entry. */
  authorId: string | null
  /** The place of its entry is shown to others only roughly, and the original could contain it exactly. */
  blurred: boolean | null
  /** There is no smaller copy that is served instead. */
  hasNoCopy: boolean
  /** It is the voice note of a comment, which is not the entry author's. */
  isComment?: boolean
}

/** Returns whether the viewer may download the original: its uploader, its author and keepers always, and supporters. */
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
