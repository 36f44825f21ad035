import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { useHasRole, useUser } from '#web/session.ts'
import { consentsPage } from './address.ts'
import { ChangeAudience } from './audience-dialog.tsx'
import type { Audience } from './audience-fields.tsx'
import { type Decision, Moderate } from './moderation.tsx'
import type { Entry } from './schema.ts'
import { text } from './text.ts'

export type OversightProps = {
  entry: Entry
  /** Sends the change and answers the entry; rejects with a sentence. */
  update: (change: Partial<Audience> | Decision) => Promise<Entry>
  /** The list that it stands in. */
  list: string
}

/** What keepers and moderators do to an entry on its page in the dashboard, and its author's way to consents. */
export function Oversight({ entry, update, list }: OversightProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isKeeper = useHasRole('keeper')
  const own = useUser()?.id === entry.author?.id
  const { type, id } = entry
  async function change(asked: Partial<Audience> | Decision) {
    queryClient.setQueryData([type, id], await update(asked))
    void queryClient.invalidateQueries({ queryKey: [type, 'list'] })
  }
  return (
    <>
      {(own || isKeeper) && (
        <ButtonLink variant="line" icon="keep" to={consentsPage(entry)}>
          {text.consents}
        </ButtonLink>
      )}
      <ChangeAudience entry={entry} change={change} onShutOut={() => void navigate(list)} />
      <Moderate entry={entry} decide={change} />
    </>
  )
}
