import { DownloadArchive } from '#features/frame/archive/download-archive.tsx'
import { AdminsOnly } from '#features/frame/role/admins-only.tsx'
import { WaitForParts } from '#features/frame/wait-for-parts.tsx'
import { titled } from '#web/head.ts'
import { FileChecks } from '../fixity/file-checks.tsx'
import { Backups } from './backups.tsx'
import { Overview } from './overview.tsx'
import { text } from './text.ts'

/** The sections of the page. */
const parts = [Overview, Backups, FileChecks, DownloadArchive]

export const meta = titled(() => text.title)

export default function HealthPage() {
  return (
    <AdminsOnly title={text.title}>
      <p>{text.lead}</p>
      <WaitForParts look="stack gap-5">
        {parts.map((Part) => (
          <Part key={Part.name} />
        ))}
      </WaitForParts>
    </AdminsOnly>
  )
}
