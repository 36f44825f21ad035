import { mayCreate } from '#content/entry/policy.ts'
import type { Kind } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import { asked } from '#content/media/kind.ts'
import { useUser } from '#web/session/session.ts'

/** Returns the paths of all forms that the member may use, and of the outbox. */
export function useFormPages(): string[] {
  const user = useUser()
  const forms = Object.values<Kind>(kinds).filter((kind) => mayCreate(user, kind))
  const files = Object.keys(asked).map((as) => `${kinds.media.form}?as=${as}`)
  return [...forms.map(({ form }) => form), ...files, '/contribute/story', '/record', '/dashboard/outbox']
}
