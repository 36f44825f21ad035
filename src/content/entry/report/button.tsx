import { useState } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { LatePart } from '#ui/late-part.tsx'
import { useUser } from '#web/session.ts'
import type { Entry } from '../schema.ts'
import { text } from './text.ts'

const reportDialog = () => import('./dialog.tsx').then((module) => module.ReportDialog)

/** On a member's page: opens the report of an entry; nothing for one's own, or for what is not shown. */
export function ReportButton({ entry }: { entry: Pick<Entry, 'id' | 'title' | 'state' | 'author'> }) {
  const [open, setOpen] = useState(false)
  const user = useUser()
  if (!user || user.id === entry.author?.id || entry.state !== 'published') return null
  return (
    <>
      <Button variant="text" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      {open && <LatePart load={reportDialog} waiting={null} given={{ entry, onClose: () => setOpen(false) }} />}
    </>
  )
}

/** On a reading page, which ships no React: leads to the form's own page. A guest is asked to log in first. */
export function ReportLink({ id }: { id: string }) {
  return (
    <ButtonLink variant="text" href={`/contribute/report?entry=${id}`} rel="nofollow">
      {text.open}
    </ButtonLink>
  )
}
