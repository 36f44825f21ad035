import { sql } from 'drizzle-orm'
import type { Viewer } from '#core/context.ts'

/**
 * Returns a viewer for a prepared statement, with placeholders for id and groups, so that many members can share it.
 */
export function anyViewer(viewer: Viewer | null): Viewer | null {
  const [id, groups] = [sql.placeholder('viewer'), sql.placeholder('groups')] as unknown as [string, string[]]
  return viewer && { ...viewer, id, groups }
}

/** Returns the values with which a statement made for `anyViewer` is executed. */
export function viewerValues(viewer: Viewer | null) {
  return { viewer: viewer?.id, groups: groupsOf(viewer) }
}

/**
 * True for properties of a viewer, besides `viewerValues`, that decide what they see. A statement is stored for each
 * combination of these, so each must have few values.
 */
const decides: Record<keyof Viewer, boolean> = {
  id: false,
  sessionId: false,
  name: false,
  email: false,
  avatar: false,
  roles: true,
  isPremium: true,
  groups: false,
  emailVerified: true,
  admitted: true,
  authenticationAge: false,
  hasSecondFactor: true,
  secondFactorMissing: true,
  language: true,
}
const deciding = Object.entries(decides).flatMap(([name, isDeciding]) => (isDeciding ? [name as keyof Viewer] : []))

/** Returns a key of all properties that decide what a viewer may see, apart from `viewerValues`. */
export function standingOf(viewer: Viewer | null): string {
  return viewer ? JSON.stringify(deciding.map((name) => viewer[name])) : 'guest'
}

/** Returns a key of everything that decides what the viewer may see. */
export function keyOf(viewer: Viewer | null): string {
  return viewer ? `${standingOf(viewer)} ${viewer.id} ${groupsOf(viewer)}` : standingOf(null)
}

/** Returns the viewer's groups for SQL: the text of an array or, for `anyViewer`, the placeholder. */
export function groupsOf(viewer: Viewer | null): string {
  const groups: string[] | string = viewer?.groups ?? []
  return Array.isArray(groups) ? arrayOf(groups) : groups
}

/** Returns ids as the text of a PostgreSQL array. */
export function arrayOf(ids: readonly string[]): string {
  return `{${ids.join()}}`
}
