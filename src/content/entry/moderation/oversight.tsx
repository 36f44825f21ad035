import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ChangedFrom } from '#core/operation.ts'
import { ButtonLink } from '#ui/button.tsx'
import { isStale } from '#web/errors.ts'
import { consentsPage, type EntryKind } from '../address.ts'
import { type Offering, offers } from '../policy.ts'
import type { Entry } from '../schema.ts'
import { text } from '../text.ts'
import { ChangeAudience } from '../visibility/audience-dialog.tsx'
import type { Audience } from '../visibility/audience-fields.tsx'
import { type Decision, Moderate } from './moderation.tsx'

export type OversightProps = {
  entry: Omit<Entry, 'type' | 'may'> & Offering
  kind: EntryKind
  /** Sends the change and returns the entry. Rejects with a message for the reader. */
  update: (change: Partial<Audience> | Decision, options: ChangedFrom) => Promise<object>
  /** The path of the list that contains the entry. */
  list: string
}

/** Buttons for consents, audience and hiding on an entry's dashboard page. Shows only those that its viewer may use. */
export function Oversight({ entry, kind, update, list }: OversightProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  async function change(values: Partial<Audience> | Decision) {
    // A moderator's decision applies to the current text too; otherwise its author could prevent it by saving
    // repeatedly.
    const changedFrom = 'state' in values ? null : entry.updatedAt
    try {
      queryClient.setQueryData([kind, entry.id], await update(values, { changedFrom }))
    } catch (error) {
      if (error instanceof Error && isStale(error)) await queryClient.invalidateQueries({ queryKey: [kind, entry.id] })
      throw error
    }
    void queryClient.invalidateQueries({ queryKey: [kind, 'list'] })
  }
  return (
    <>
      {offers(entry, 'consent') && (
        <ButtonLink variant="line" icon="keep" to={consentsPage(entry)}>
          {text.consents}
        </ButtonLink>
      )}
      <ChangeAudience entry={entry} change={change} onShutOut={() => void navigate(list)} />
      <Moderate entry={entry} decide={change} />
    </>
  )
}
