import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { kinds } from '#content/kinds.ts'
import { ButtonLink } from '#ui/button.tsx'
import { api } from '#web/api.ts'
import { isStale } from '#web/errors.ts'
import { consentsPage, type PageKind } from '../address.ts'
import { type Offering, offers } from '../policy.ts'
import type { Entry } from '../schema.ts'
import { text } from '../text.ts'
import { ChangeAudience } from '../visibility/audience-dialog.tsx'
import type { Audience } from '../visibility/audience-fields.tsx'
import { type Decision, Moderate } from './moderation.tsx'

export type OversightProps = {
  entry: Omit<Entry, 'type' | 'may'> & Offering
  kind: PageKind
}

/** Buttons for consents, audience and hiding on an entry's dashboard page. Shows only those that its viewer may use. */
export function Oversight({ entry, kind }: OversightProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  async function change(values: Partial<Audience> | Decision) {
    // A moderator's decision applies to the current text too; otherwise its author could prevent it by saving
    // repeatedly.
    const changedFrom = 'state' in values ? null : entry.updatedAt
    try {
      const changed = await api[kind].update({ id: entry.id, ...values }, { changedFrom })
      queryClient.setQueryData([kind, entry.id], changed)
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
      <ChangeAudience entry={entry} change={change} onShutOut={() => void navigate(kinds[kind].list)} />
      <Moderate entry={entry} decide={change} />
    </>
  )
}
