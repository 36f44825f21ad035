import type { ReactNode } from 'react'
import type { Role } from '#core/permission.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { useHasRole, useUser } from '#web/session.ts'
import { text } from './text.ts'

type RoleOnlyProps = {
  needs: Role
  refusal: string
  hint?: string
  /** What one can do instead; the way to the dashboard unless told. */
  action?: ReactNode
  children: ReactNode
}

/** Shows what is for a role to those who have it, a sentence to others. The server enforces it; this only spares a refusal. */
export function RoleOnly({ needs, refusal, hint, action, children }: RoleOnlyProps) {
  const user = useUser()
  if (useHasRole(needs)) return children
  return (
    user && (
      <Note icon="keep" look="ringed" action={action ?? <ButtonLink to="/dashboard">{text.toDashboard}</ButtonLink>}>
        <p className="strong">{refusal}</p>
        {hint && <p>{hint}</p>}
      </Note>
    )
  )
}
