import type { z } from 'zod'
import { ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { BriefRow } from '../list/brief.tsx'
import { type Offering, offers } from '../policy.ts'
import type { Entry } from '../schema.ts'
import { type Link, type Links as LinksPage, relations } from './schema.ts'
import { text } from './text.ts'

/** Maximum number of related entries on an entry's page. Another page lists all of them. */
export const shownLinks = 24

type Props = {
  entry: Pick<Entry, 'id'> & Offering
  links: z.infer<typeof LinksPage>
}

/** Lists an entry's related entries by relation. Renders nothing if there are none and the viewer can't add any. */
export function Related({ entry, links }: Props) {
  const { id } = entry
  const mayLink = offers(entry, 'link')
  if (links.items.length === 0 && !mayLink) return null
  return (
    <Section id="related" title={text.title} className="stack gap-5">
      {links.items.length > 0 && <LinkGroups links={links.items} />}
      {(links.lastKey || mayLink) && (
        <p className="row noprint">
          {links.lastKey && (
            <ButtonLink variant="line" href={`/related/${id}`}>
              {text.more}
              <span className="sr">: {text.title}</span>
            </ButtonLink>
          )}
          {mayLink && (
            <ButtonLink variant="line" icon="link" href={`/dashboard/links/${id}`}>
              {text.change}
            </ButtonLink>
          )}
        </p>
      )}
    </Section>
  )
}

/** Groups links under the name of their relation. */
export function LinkGroups({ links }: { links: Link[] }) {
  const groups = relations
    .map((relation) => ({ relation, links: links.filter((link) => link.relation === relation) }))
    .filter((group) => group.links.length > 0)
  return (
    <div className="grid g2">
      {groups.map(({ relation, links }) => (
        <section key={relation} className="stack gap-3" aria-label={text.relations[relation]}>
          <h3 className="t1">{text.relations[relation]}</h3>
          <ul className="list">
            {links.map((link) => (
              <BriefRow key={link.id} entry={link.entry} level={4} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
