import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { ErrorState } from '#ui/state/error-state.tsx'
import { standsIn } from '#web/query-client.ts'
import { text } from './text.ts'

const activeFilter = { type: 'active' as const, predicate: standsIn }

/** Tells people that the page shows stored data because the site isn't responding. */
export function Unanswered() {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const [busy, setBusy] = useState(false)
  const hasStoredData = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => cache.findAll(activeFilter).length > 0,
    () => false,
  )
  async function retry() {
    setBusy(true)
    await client.refetchQueries(activeFilter)
    setBusy(false)
  }
  if (!hasStoredData && !busy) return null
  return (
    <div className="stack waiting">
      <ErrorState title={text.unanswered} onRetry={retry} busy={busy}>
        {text.kept}
      </ErrorState>
    </div>
  )
}
