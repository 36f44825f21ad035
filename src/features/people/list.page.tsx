import { redirect } from 'react-router'
import { personPage } from '#content/entry/address.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PersonTile } from '#ui/list/person.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { listAddress, listQuery, nextAddress } from '#web/list-address.ts'
import type { Route } from './+types/list.page.ts'
import { text } from './text.ts'

const path = '/people'
const pageSize = 48

/** Loads the contributors, all or those with a name, the one with the newest entry first. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { q, lastKey: from } = listQuery(request)
  const { items, lastKey } = await context.get(apiContext).people.list({ q, limit: pageSize, lastKey: from })
  // The people of this page have shared something since the link was made, so they are on earlier pages now.
  if (items.length === 0 && from) throw redirect(listAddress(path, { q }))
  return { items, q, next: nextAddress(path, { q }, lastKey) }
}

export function meta(args: Route.MetaArgs) {
  return head(args, {
    title: text.title,
    description: text.description,
    path,
    unlisted: Boolean(args.loaderData?.q),
  })
}

export default function People({ loaderData: { items, q, next } }: Route.ComponentProps) {
  const isEmpty = items.length === 0 && q === ''
  return (
    <div className="wrap content stack gap-6">
      <header className="stack gap-2">
        <h1>{text.title}</h1>
        <p className="lead">{text.lead}</p>
      </header>
      {!isEmpty && (
        <SearchForm
          className="noprint"
          action={path}
          label={text.search}
          placeholder={text.search}
          defaultValue={q}
          data-live-form
        />
      )}
      <div id="results" data-live className="stack gap-5">
        {isEmpty && (
          <EmptyState slim title={text.none} actions={<Record />}>
            {text.noneHint}
          </EmptyState>
        )}
        {items.length === 0 && q !== '' && (
          <EmptyState
            slim
            plain
            title={<span dir="auto">{text.noMatch(q)}</span>}
            actions={<ButtonLink href={path}>{text.back}</ButtonLink>}
          />
        )}
        {items.length > 0 && (
          <ul className="people" data-list>
            {items.map(({ id, name, avatar, count }) => (
              <PersonTile
                key={id}
                level={2}
                href={personPage({ id })}
                name={name}
                photo={avatar}
                note={text.entries(count)}
              />
            ))}
          </ul>
        )}
        <NextPage href={next} />
      </div>
    </div>
  )
}

function Record() {
  return (
    <ButtonLink href="/contribute/media?as=recording" icon="mic">
      {text.record}
    </ButtonLink>
  )
}
