import { data, redirect } from 'react-router'
import { personPage } from '#content/entry/address.ts'
import { NextPage } from '#ui/state/next-page.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { listQuery, nextAddress } from '#web/list-address.ts'
import type { Route } from './+types/entries.page.ts'
import { PersonEntriesQuery } from './schema.ts'
import { Entries, sectionPage } from './section.tsx'
import { text } from './text.ts'

const pageSize = 24

/** Loads one page of the entries in a section of a member's page. Answers 404 for unknown people and sections. */
export async function loader({ context, params: { id, entries: section }, request }: Route.LoaderArgs) {
  const { lastKey: from } = listQuery(request)
  const query = PersonEntriesQuery.omit({ lastKey: true }).safeParse({ id, section, limit: pageSize })
  if (!query.success) throw data(null, { status: 404 })
  const { items, lastKey, name } = await context.get(apiContext).people.entries({ ...query.data, lastKey: from })
  const personId = query.data.id
  // The entries of this page have been removed since the link was made.
  if (items.length === 0) throw redirect(personPage({ id: personId }))
  const path = sectionPage({ id: personId }, query.data.section)
  return { name, id: personId, section: query.data.section, items, path, next: nextAddress(path, {}, lastKey) }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { name, section, path } = args.loaderData
  const title = text.by(text.sections[section], name)
  return head(args, { title, description: text.personAbout(name), path })
}

export default function PersonEntriesPage({ loaderData: { id, name, section, items, next } }: Route.ComponentProps) {
  return (
    <div className="wrap content stack gap-5">
      <header>
        <p className="noprint">
          <a className="back" href={personPage({ id })}>
            {name}
          </a>
        </p>
        <h1>{text.by(text.sections[section], name)}</h1>
      </header>
      <Entries personId={id} section={section} entries={items} level={2} opening />
      <NextPage href={next} />
    </div>
  )
}
