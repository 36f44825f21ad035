import { hasRole } from '#core/permission.ts'

type Viewer = { id: string; roles: readonly string[]; admitted: boolean }

/** Returns whether the viewer may delete a recording of a word. Its speaker, keepers and moderators may. */
export function mayDeletePronunciation(viewer: Viewer | null, { speakerId }: { speakerId: string | null }): boolean {
  if (!viewer?.admitted) return false
  return speakerId === viewer.id || hasRole(viewer, 'keeper') || hasRole(viewer, 'moderator')
}
