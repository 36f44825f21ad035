import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import type { Offering } from '../policy.ts'
import type { Entry } from '../schema.ts'
import { Related, shownLinks } from './related.tsx'

/** Related entries on an entry's dashboard page. They load after the page, which doesn't wait for them. */
export function RelatedTo({ entry }: { entry: Pick<Entry, 'id'> & Offering }) {
  const { id } = entry
  const links = useAnswer(['links', id, 'shown'], (options) => api.archive.links({ id, limit: shownLinks }, options))
  return links.data ? <Related entry={entry} links={links.data} /> : null
}
