import { AdminsOnly } from '#features/admin/admins-only.tsx'
import { FilesAreWhole } from '#features/preservation/fixity/whole.tsx'
import { TakeArchive } from '#features/preservation/take.tsx'
import type { Route } from './+types/care.page.ts'
import { Backups } from './backups.tsx'
import { text } from './text.ts'

/** What keeps the archive whole, each a section of its own. */
const parts = [Backups, FilesAreWhole, TakeArchive]

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

export default function CarePage() {
  return (
    <AdminsOnly title={text.title}>
      <p>{text.lead}</p>
      {parts.map((Part) => (
        <Part key={Part.name} />
      ))}
    </AdminsOnly>
  )
}
