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
  /** An alternative for people without the role; by default, a link to the dashboard. */
  action?: ReactNode
  children: ReactNode
}

/**
 * Shows its children to people with the role, and a message to others. The server enforces the role; this only spares
 * people an error.
 */
export function RoleOnly({ needs, refusal, hint, action, children }: RoleOnlyProps) {
  const user = useUser()
  if (useHasRole(needs)) return children
  // The account isn't available on the server or in the first render of the browser.
  if (!user) return <Skeleton shape="list" />
  // Someone without a second factor may already have the role, so advice to ask for it would be wrong.
  const mayHaveRole = user.secondFactorMissing === true
  const setUp = <ButtonLink to="/settings">{text.secondFactorSetUp}</ButtonLink>
  const elsewhere = action ?? <ButtonLink to="/dashboard">{text.toDashboard}</ButtonLink>
  const advice = mayHaveRole ? text.secondFactorFirst : hint
  return (
    <Note icon="keep" look="ringed" action={mayHaveRole ? setUp : elsewhere}>
      <p className="strong">{refusal}</p>
      {advice && <p>{advice}</p>}
    </Note>
  )
}
