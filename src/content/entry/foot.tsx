import { Button, ButtonLink } from '#ui/button.tsx'
import { consentsPage } from './address.ts'
import { ReportLink } from './report/button.tsx'
import type { Entry } from './schema.ts'
import { text } from './text.ts'

type Props = {
  entry: Pick<Entry, 'id' | 'type'>
  /** Where the viewer changes it, and what the button says. */
  change?: { page: string; label: string } | null
  /** Whether the viewer reads and records who agreed to it. */
  asks?: boolean
}

/** At the end of an entry's public page: what can be done with it, without React. */
export function Foot({ entry, change, asks }: Props) {
  return (
    <p className="row noprint">
      {change && (
        <ButtonLink variant="line" href={change.page}>
          {change.label}
        </ButtonLink>
      )}
      {asks && (
        <ButtonLink variant="line" icon="keep" href={consentsPage(entry)}>
          {text.consents}
        </ButtonLink>
      )}
      <Button variant="line" icon="link" data-copy-link data-copied={text.linkCopied}>
        <span data-label>{text.copyLink}</span>
      </Button>
      <ReportLink id={entry.id} />
    </p>
  )
}
