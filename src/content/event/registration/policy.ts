import { hasRole } from '#core/permission.ts'

type Viewer = { id: string; roles: readonly string[]; admitted: boolean }

/** Returns whether the viewer may read who registered for an event. Only its organizer and admins may. */
export function mayReadRegistrations(viewer: Viewer | null, { authorId }: { authorId: string | null }): boolean {
  return viewer?.admitted === true && (authorId === viewer.id || hasRole(viewer, 'admin'))
}
