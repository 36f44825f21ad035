import { data } from 'react-router'
import { pageOf } from '#content/entry/address.ts'
import { LinkGroups } from '#content/entry/link/related.tsx'
import { LinkQuery } from '#content/entry/link/schema.ts'
import { text } from '#content/entry/link/text.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PaintWhole } from '#ui/layout/first-paint.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import type { Route } from './+types/related.page.ts'

const pageSize = 50

/** Loads one page of the entries that are linked to an entry. Answers 404 for a malformed id or key. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const lastKey = new URL(request.url).searchParams.get('lastKey') ?? undefined
  const query = LinkQuery.safeParse({ id: params.id, limit: pageSize, lastKey })
  if (!query.success) throw data(null, { status: 404 })
  const { archive } = context.get(apiContext)
  const [entry, links] = await Promise.all([archive.brief({ id: query.data.id }), archive.links(query.data)])
  return { entry, links }
}

export function meta(args: Route.MetaArgs) {
  return head(args, { title: args.loaderData && text.of(args.loaderData.entry.title), unlisted: true })
}

export default function RelatedPage({ loaderData: { entry, links } }: Route.ComponentProps) {
  const page = pageOf(entry)
  return (
    <>
      <PaintWhole />
      <TitleBand
        field="dusk"
        title={text.title}
        lead={text.of(entry.title)}
        trail={[{ href: page, label: text.back }]}
      />
      <div className="wrap content stack gap-6">
        {links.items.length === 0 ? <p className="dim">{text.noneToRead}</p> : <LinkGroups links={links.items} />}
        {links.lastKey && (
          <p className="noprint">
            <ButtonLink
              variant="line"
              href={`/related/${entry.id}?lastKey=${encodeURIComponent(JSON.stringify(links.lastKey))}`}
            >
              {text.more}
            </ButtonLink>
          </p>
        )}
      </div>
    </>
  )
}
