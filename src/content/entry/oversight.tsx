import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ChangeAudience } from './audience-dialog.tsx'
import type { Audience } from './audience-fields.tsx'
import { type Decision, Moderate } from './moderation.tsx'
import type { Entry } from './schema.ts'

export type OversightProps = {
  entry: Entry
  /** Sends the change and answers the entry; rejects with a sentence. */
  update: (change: Partial<Audience> | Decision) => Promise<Entry>
  /** The list that it stands in. */
  list: string
}

/** What keepers and moderators do to an entry on its page in the dashboard; nothing for others. */
export function Oversight({ entry, update, list }: OversightProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { type, id } = entry
  async function change(asked: Partial<Audience> | Decision) {
    queryClient.setQueryData([type, id], await update(asked))
    void queryClient.invalidateQueries({ queryKey: [type, 'list'] })
  }
  return (
    <>
      <ChangeAudience entry={entry} change={change} onShutOut={() => void navigate(list)} />
      <Moderate entry={entry} decide={change} />
    </>
  )
}
