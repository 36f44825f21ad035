import { mayCreate } from '#content/entry/policy.ts'
import type { Kind } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import { useUser } from '#web/session/session.ts'

/** Returns the paths of all forms that the member may use, and of the outbox. */
export function useFormPages(): string[] {
  const user = useUser()
  const forms = Object.values<Kind>(kinds).filter((kind) => mayCreate(user, kind))
  return [...forms.map(({ form }) => form), '/contribute/story', '/record', '/dashboard/outbox']
}
