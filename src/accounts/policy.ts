import { hasRole, type Role } from '#core/permission.ts'

// Permissions of an admin on an account, besides changing its roles. The operations enforce them, and the page of
// members shows exactly the buttons that they allow.

export type MemberVerb = 'confirmEmail' | 'disable' | 'removeSecondFactor' | 'createResetCode'

type JudgedMember = {
  id: string
  roles: readonly Role[]
  emailVerified: boolean
  disabled: boolean
  secondFactor: boolean
}
type Rule = (viewer: { id: string }, member: JudgedMember) => boolean

const isOther: Rule = (viewer, { id }) => viewer.id !== id

const rules: Record<MemberVerb, Rule> = {
  confirmEmail: (_, { emailVerified, disabled }) => !emailVerified && !disabled,
  /** Disable the account, or enable it again. */
  disable: isOther,
  removeSecondFactor: (viewer, member) => isOther(viewer, member) && member.secondFactor,
  // With a code for another admin, an admin could take over that account.
  createResetCode: (_, member) => !hasRole(member, 'admin') && !member.disabled,
}

/** Returns whether an admin may do this to the account now. */
export function mayChangeMember(viewer: { id: string } | null, verb: MemberVerb, member: JudgedMember): boolean {
  return viewer !== null && rules[verb](viewer, member)
}
