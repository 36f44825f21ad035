import { hasRole } from '#core/permission.ts'
import type { files } from './table.ts'

// Permissions on files and transcripts. The rules for every entry are in entry/policy.ts.

type Viewer = { id: string; roles: readonly string[]; isPremium: boolean; admitted: boolean }
type StoredFile = Pick<typeof files.$inferSelect, 'uploaderId' | 'kind' | 'variants' | 'clean'> & {
  /** True if the place of its entry is blurred for others, because the original could contain the exact one. */
  blurred: boolean | null
  isComment?: boolean
}

/**
 * Returns whether the viewer may have the original as it is: its uploader and keepers may. The author of its entry may
 * not, because others can add files to that entry, such as a recording of a word or a keeper's spoken reason.
 */
export function mayHaveOriginal(viewer: Viewer | null, { uploaderId }: Pick<StoredFile, 'uploaderId'>): boolean {
  return !!viewer && (viewer.id === uploaderId || hasRole(viewer, 'keeper'))
}

/**
 * Returns whether the viewer may download the original. Supporting members get it without its tags, unless it is a
 * voice note, its place is blurred or its tags can't be removed.
 */
export function mayDownload(viewer: Viewer | null, file: StoredFile): boolean {
  if (mayHaveOriginal(viewer, file)) return true
  return !!viewer?.isPremium && !file.blurred && !file.isComment && isCleanable(file)
}

/** Returns false if the tags can't be removed: from pictures that can't be copied, and from some recorders' formats. */
function isCleanable({ kind, variants, clean }: StoredFile): boolean {
  return kind === 'image' ? variants.length > 0 : clean !== 'impossible'
}

type Written = { authorId: string | null }

/** Returns whether the viewer may delete a transcript, as its author, the author of the recording or a keeper. */
export function mayDeleteTranscript(viewer: Viewer | null, transcript: Written, recording: Written): boolean {
  if (!viewer?.admitted) return false
  return [transcript.authorId, recording.authorId].includes(viewer.id) || hasRole(viewer, 'keeper')
}
