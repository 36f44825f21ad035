import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { useHasRole, useUser } from '#web/session.ts'
import { text } from './text.ts'

/** Shows an admin's page to admins, a sentence to others. The server enforces it; this only spares a refusal. */
export function AdminsOnly({ title, children }: { title: string; children: ReactNode }) {
  const user = useUser()
  const isAdmin = useHasRole('admin')
  return (
    <div className="mid stack gap-5">
      <h1>{title}</h1>
      {user && !isAdmin && (
        <Note icon="keep" look="ringed" action={<ButtonLink to="/dashboard">{text.toDashboard}</ButtonLink>}>
          <p className="strong">{text.notAdmin}</p>
          <p>{text.notAdminHint}</p>
        </Note>
      )}
      {isAdmin && children}
    </div>
  )
}
