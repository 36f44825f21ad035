import { hasRole } from '#core/permission.ts'

// Permissions on comments. SQL decides who can read one (visible.ts).

export const commentVerbs = ['edit', 'delete', 'hide', 'restore', 'report'] as const
export type CommentVerb = (typeof commentVerbs)[number]

/** The number of minutes during which the author of a comment can edit it. */
export const editableMinutes = 30

type Viewer = { id: string; roles: readonly string[]; admitted: boolean }
export type JudgedComment = {
  authorId: string | null
  state: 'published' | 'hidden' | 'deleted'
  createdAt: string
  /** The author of the entry, who can also delete others' comments on it. */
  entryAuthorId: string | null
}

const isOwn = (viewer: Viewer, { authorId }: JudgedComment) => authorId === viewer.id
const moderates = (viewer: Viewer, comment: JudgedComment) => hasRole(viewer, 'moderator') && !isOwn(viewer, comment)

export function isEditable({ state, createdAt }: JudgedComment): boolean {
  return state === 'published' && Date.now() - Date.parse(createdAt) < editableMinutes * 60_000
}

const rules: Record<CommentVerb, (viewer: Viewer, comment: JudgedComment) => boolean> = {
  edit: isOwn,
  delete: (viewer, comment) =>
    isOwn(viewer, comment) || (comment.entryAuthorId === viewer.id && comment.state === 'published'),
  hide: moderates,
  restore: moderates,
  report: (viewer, comment) => !isOwn(viewer, comment),
}

/**
 * Returns whether the viewer is allowed the verb. The comment's state counts only for an entry's author, who can delete
 * others' comments only while they are published.
 */
export function mayOnComment(viewer: Viewer | null, verb: CommentVerb, comment: JudgedComment): boolean {
  return viewer?.admitted === true && rules[verb](viewer, comment)
}

const fits: Partial<Record<CommentVerb, (comment: JudgedComment) => boolean>> = {
  edit: isEditable,
  hide: ({ state }) => state === 'published',
  restore: ({ state }) => state === 'hidden',
  report: ({ state }) => state === 'published',
}

export function mayOfComment(viewer: Viewer, comment: JudgedComment): CommentVerb[] {
  return commentVerbs.filter((verb) => mayOnComment(viewer, verb, comment) && (fits[verb]?.(comment) ?? true))
}
