import { useState } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { LazyPart } from '#ui/state/lazy-part.tsx'
import { type Offering, offers } from '../policy.ts'
import type { Entry } from '../schema.ts'
import type { Reported } from './dialog.tsx'
import { text } from './text.ts'

const reportDialog = () => import('./dialog.tsx').then((module) => module.ReportDialog)

export function ReportButton({ entry }: { entry: Reported & Offering }) {
  const [open, setOpen] = useState(false)
  if (!offers(entry, 'report')) return null
  return (
    <>
      <Button variant="text" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      {open && <LazyPart load={reportDialog} waiting={null} partProps={{ entry, onClose: () => setOpen(false) }} />}
    </>
  )
}

/** Links to the report page from reading pages, which ship no React. A guest is asked to log in first. */
export function ReportLink({ entry: { id, may } }: { entry: Pick<Entry, 'id'> & Offering }) {
  if (may && !may.includes('report')) return null
  return (
    <ButtonLink variant="text" href={`/contribute/report?entry=${id}`} rel="nofollow">
      {text.open}
    </ButtonLink>
  )
}
