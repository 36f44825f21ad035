import type { Kind } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import { useHasRole } from '#web/session/session.ts'

/** Returns the paths of all forms that the member may use, and of the outbox. */
export function useFormPages(): string[] {
  const isKeeper = useHasRole('keeper')
  const isSeller = useHasRole('seller')
  const forms = Object.values<Kind>(kinds).flatMap(({ form, keepersOwn, authorNeeds }) =>
    (keepersOwn && !isKeeper) || (authorNeeds === 'seller' && !isSeller) ? [] : [form],
  )
  return [...forms, '/contribute/story', '/record', '/dashboard/outbox']
}
