import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { mayLink } from '../archive.ts'
import type { Entry } from '../schema.ts'
import { Related, shownLinks } from './related.tsx'

/** On a member's page: what belongs together with the entry, once it is there; the page itself never waits for it. */
export function RelatedTo({ entry }: { entry: Pick<Entry, 'id' | 'type' | 'author'> }) {
  const { id } = entry
  const user = useUser()
  const links = useQuery({
    queryKey: ['links', id, 'shown'],
    queryFn: ({ signal }) => api.archive.links({ id, limit: shownLinks }, { signal }),
  })
  return links.data ? <Related id={id} links={links.data} mayLink={mayLink(user, entry)} /> : null
}
