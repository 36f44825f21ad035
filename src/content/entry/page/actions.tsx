import { ButtonLink } from '#ui/button.tsx'
import { text as uiText } from '#ui/text.ts'
import { consentsPage } from '../address.ts'
import { type Offering, offers } from '../policy.ts'
import { ReportLink } from '../report/button.tsx'
import type { Entry } from '../schema.ts'
import { text } from '../text.ts'

export type EntryActionsProps = {
  entry: Pick<Entry, 'id'> & Offering
  /** The page on which the entry can be edited, labelled, deleted or hidden. */
  change?: string
}

/** Links at the end of an entry's public page to what the viewer may do. They work without React. */
export function EntryActions({ entry, change }: EntryActionsProps) {
  const changes = (['edit', 'delete', 'label', 'hide', 'restore'] as const).some((verb) => offers(entry, verb))
  return (
    <p className="row noprint">
      {change && changes && (
        <ButtonLink variant="line" href={change}>
          {uiText.edit}
        </ButtonLink>
      )}
      {offers(entry, 'consent') && (
        <ButtonLink variant="line" icon="keep" href={consentsPage(entry)}>
          {text.consents}
        </ButtonLink>
      )}
      <ReportLink entry={entry} />
    </p>
  )
}
