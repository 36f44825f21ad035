import { hasRole, type Role } from '#core/permission.ts'

// Permissions on entries. Each verb has one rule here. Operations enforce it, and the answer for one entry lists the
// verbs that its viewer is allowed (`may`), so that pages offer exactly these. SQL decides who can read an entry
// (visibility/rules.ts), so anyone who gets an answer may read it.

export const verbs = [
  /** Edit its content. */
  'edit',
  /** Publish it or make it a draft again. */
  'publish',
  'delete',
  /** Show it to fewer people: a narrower visibility or groups. */
  'narrow',
  /** Show it to more people. */
  'widen',
  /** Show it to keepers only. */
  'reserve',
  'label',
  /** Set its place, and the warning that it has the voice or picture of someone who has died. */
  'mark',
  'hide',
  /** Show it again after a moderator hid it. */
  'restore',
  /** Confirm that it is right, as a keeper. */
  'confirm',
  /** Read its earlier versions and restore one. */
  'history',
  /** Link it to other entries and remove its links. */
  'link',
  /** Read and record what the people in it agreed to. */
  'consent',
  /** See its exact place if it is blurred for others. */
  'locate',
  'report',
] as const
export type Verb = (typeof verbs)[number]

/** The part of a type's `kind.ts` that the rules read. */
export type KindRules = {
  /** True for types of the archive, whose entries keepers can edit, confirm and show to more people. */
  archive?: boolean
  /** Only keepers can create it, and all of them own it. Its author owns it only while they are a keeper. */
  keepersOwn?: boolean
  /** Its author owns it only while they have this role. */
  authorNeeds?: Role
}
export type Kind = KindRules & { type: string }

type Viewer = { id: string; roles: readonly string[]; admitted: boolean }
/** The columns of an entry that the rules read. */
export type JudgedEntry = {
  authorId: string | null
  state: string
  visibility: string
  /** True if a keeper limited who can see it, which its author can't undo. */
  narrowed: boolean
  confirmedAt: string | null
}
type Rule = (viewer: Viewer, entry: JudgedEntry, kind: KindRules) => boolean

type WithRoles = { roles: readonly string[] } | null

/** Returns the role that creating an entry of the type requires; undefined if every member may create one. */
export function roleToCreate({ keepersOwn, authorNeeds }: KindRules): Role | undefined {
  return keepersOwn ? 'keeper' : authorNeeds
}

export function mayCreate(viewer: WithRoles, kind: KindRules): boolean {
  const role = roleToCreate(kind)
  return role === undefined || hasRole(viewer, role)
}

export function mayLabel(viewer: WithRoles): boolean {
  return hasRole(viewer, 'keeper')
}

/** Returns whether the viewer may limit an entry, new or existing, to keepers. */
export function mayReserve(viewer: WithRoles): boolean {
  return hasRole(viewer, 'keeper')
}

export function mayChooseEveryGroup(viewer: WithRoles): boolean {
  return hasRole(viewer, 'keeper')
}

/** Returns whether the viewer may limit an entry to a group: keepers to every group, others to their own. */
export function mayChooseGroup(viewer: { roles: readonly string[]; groups: string[] } | null, id: string): boolean {
  return mayChooseEveryGroup(viewer) || (viewer?.groups.includes(id) ?? false)
}

export function mayConfirm(viewer: WithRoles, { archive = false }: KindRules = {}): boolean {
  return archive && hasRole(viewer, 'keeper')
}

const isKeeper = (viewer: Viewer) => hasRole(viewer, 'keeper')
const isAuthor: Rule = (viewer, { authorId }) => authorId === viewer.id
/** Moderators can't decide on what they wrote themselves. */
const moderates: Rule = (...args) => hasRole(args[0], 'moderator') && !isAuthor(...args)

/** Returns whether the viewer owns the entry. Admins own every entry. */
const owns: Rule = (viewer, entry, kind) => {
  if (hasRole(viewer, 'admin')) return true
  if (kind.keepersOwn) return isKeeper(viewer)
  return isAuthor(viewer, entry, kind) && (!kind.authorNeeds || hasRole(viewer, kind.authorNeeds))
}
const keeps: Rule = (viewer, _entry, kind) => mayConfirm(viewer, kind)
const ownsOrKeeps: Rule = (...args) => owns(...args) || keeps(...args)
const ownsOrIsKeeper: Rule = (...args) => owns(...args) || isKeeper(args[0])
const isAuthorOrKeeper: Rule = (...args) => isAuthor(...args) || isKeeper(args[0])

/** Returns whether a keeper limited who can see the entry. */
export function isNarrowed({ narrowed, visibility }: Pick<JudgedEntry, 'narrowed' | 'visibility'>): boolean {
  return narrowed || visibility === 'keepers'
}

const rules: Record<Verb, Rule> = {
  edit: ownsOrKeeps,
  publish: owns,
  // An imported entry has no author.
  delete: (viewer, entry, kind) => owns(viewer, entry, kind) || (entry.authorId === null && keeps(viewer, entry, kind)),
  narrow: ownsOrIsKeeper,
  widen: (viewer, entry, kind) => ownsOrKeeps(viewer, entry, kind) && (isKeeper(viewer) || !isNarrowed(entry)),
  reserve: mayReserve,
  label: mayLabel,
  mark: ownsOrIsKeeper,
  hide: moderates,
  restore: moderates,
  confirm: keeps,
  history: keeps,
  link: ownsOrKeeps,
  consent: isAuthorOrKeeper,
  locate: isAuthorOrKeeper,
  report: (...args) => !isAuthor(...args),
}

/**
 * The states in which a verb makes sense. In other states an operation answers 409, even if the rule allows the verb.
 */
const fits: Partial<Record<Verb, (entry: JudgedEntry) => boolean>> = {
  publish: ({ state }) => state !== 'hidden',
  hide: ({ state }) => state === 'published',
  restore: ({ state }) => state === 'hidden',
  confirm: ({ state, confirmedAt }) => state === 'published' && confirmedAt === null,
  report: ({ state }) => state === 'published',
}

/** Returns whether the rule allows the viewer this verb, whatever the entry's state. If not, operations answer 403. */
export function isAllowed(viewer: Viewer | null, verb: Verb, entry: JudgedEntry, kind: KindRules = {}): boolean {
  return viewer !== null && rules[verb](viewer, entry, kind)
}

/** Returns whether the verb makes sense in the state of the entry. If not, operations answer 409. */
export function isTimely(verb: Verb, entry: JudgedEntry): boolean {
  return fits[verb]?.(entry) ?? true
}

/** Returns what the viewer may do to the entry now. An account that is waiting to be admitted may do nothing. */
export function mayOf(viewer: Viewer, entry: JudgedEntry, kind?: KindRules): Verb[] {
  if (!viewer.admitted) return []
  return verbs.filter(
    (verb) =>
      isAllowed(viewer, verb, entry, kind) &&
      isTimely(verb, entry) &&
      // Only its author can read a draft, so others who own the entry can't make it one.
      (verb !== 'publish' || isAuthor(viewer, entry, {})),
  )
}

/** An answer that lists what its reader may do. */
export type Offering = { may?: readonly string[] | undefined }

/** Returns whether an answer offers the verb. This grants nothing: the server checks again on every request. */
export function offers({ may }: Offering, verb: Verb): boolean {
  return may?.includes(verb) ?? false
}
