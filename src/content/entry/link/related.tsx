import type { z } from 'zod'
import { ButtonLink } from '#ui/button.tsx'
import { BriefRow } from '../brief.tsx'
import { type Link, type Links as LinksPage, relations } from './schema.ts'
import { text } from './text.ts'

/** As many as a page shows of what belongs to it; the rest stands on a page of its own. */
export const shownLinks = 24

type Props = {
  id: string
  links: z.infer<typeof LinksPage>
  /** The viewer may link it, or take links away. */
  mayLink: boolean
}

/** What belongs together with the entry of a page, by relation; nothing where there is nothing, and nothing to do. */
export function Related({ id, links, mayLink }: Props) {
  if (links.items.length === 0 && !mayLink) return null
  return (
    <section className="stack gap-5" aria-labelledby="related">
      <h2 className="t2" id="related">
        {text.title}
      </h2>
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
    </section>
  )
}

/** Links under the name of their relation. */
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
