import type { ReactNode } from 'react'
import type { Role } from '#core/permission.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Note } from '#ui/state/note.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useHasRole, useUser } from '#web/session/session.ts'
import { text } from './text.ts'

type RoleOnlyProps = {
  needs: Role
  refusal: string
  hint?: string
  /** Action for people without the role; a link to the dashboard by default. */
  action?: ReactNode
  children: ReactNode
}

/**
 * Shows its children to people with a role, and a sentence to others. The server enforces the role; this only avoids a
 * refusal.
 */
export function RoleOnly({ needs, refusal, hint, action, children }: RoleOnlyProps) {
  const user = useUser()
  if (useHasRole(needs)) return children
  // The account isn't available on the server or in the first render of the browser.
  if (!user) return <Skeleton shape="list" />
  // Someone without a second factor may already have the role, so advice to ask for it would be wrong.
  const roleMayRest = user.secondFactorMissing === true
  const setUp = <ButtonLink to="/settings">{text.secondFactorSetUp}</ButtonLink>
  const elsewhere = action ?? <ButtonLink to="/dashboard">{text.toDashboard}</ButtonLink>
  const advice = roleMayRest ? text.secondFactorFirst : hint
  return (
    <Note icon="keep" look="ringed" action={roleMayRest ? setUp : elsewhere}>
      <p className="strong">{refusal}</p>
      {advice && <p>{advice}</p>}
    </Note>
  )
}
