import type { ReactNode } from 'react'
import { RoleOnly } from './role-only.tsx'
import { text } from './text.ts'

/** Shows a page's title to everyone, but its content only to admins. */
export function AdminsOnly({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mid stack gap-5">
      <h1>{title}</h1>
      <RoleOnly needs="admin" refusal={text.notAdmin} hint={text.notAdminHint}>
        {children}
      </RoleOnly>
    </div>
  )
}
