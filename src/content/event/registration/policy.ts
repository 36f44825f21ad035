import { hasRole } from '#core/permission.ts'

type Viewer = { id: string; roles: readonly string[]; admitted: boolean }

export function mayReadRegistrations(viewer: Viewer | null, { authorId }: { authorId: string | null }): boolean {
  return viewer?.admitted === true && (authorId === viewer.id || hasRole(viewer, 'admin'))
}
