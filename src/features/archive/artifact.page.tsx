import { data } from 'react-router'
import { ArtifactDetails } from '#content/artifact/details.tsx'
import { text } from '#content/artifact/text.ts'
import { ConservationCard, conservationList } from '#content/conservation/card.tsx'
import { changePageOf } from '#content/entry/address.ts'
import { mayChange } from '#content/entry/archive.ts'
import { Foot } from '#content/entry/foot.tsx'
import { entryHead } from '#content/entry/head.ts'
import { Related, shownLinks } from '#content/entry/link/related.tsx'
import { ById } from '#content/entry/schema.ts'
import { hasRole } from '#core/permission.ts'
import { ButtonLink } from '#ui/button.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import type { Route } from './+types/artifact.page.ts'

const newest = 3

export const handle = { current: '/culture' }

/** An artifact with the newest records of its care. What is no id is nothing at this address. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const id = ById.safeParse(params)
  if (!id.success) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const [artifact, records, links] = await Promise.all([
    api.artifact.get(id.data),
    api.conservation.list({ artifactId: id.data.id, limit: newest }),
    api.archive.links({ ...id.data, limit: shownLinks }),
  ])
  const shown = Number(new URL(request.url).searchParams.get('picture') ?? 1)
  const viewer = context.get(viewerContext)
  const may = { keeps: hasRole(viewer, 'keeper'), mayChange: mayChange(viewer, artifact) }
  return { artifact, records: records.items, more: records.lastKey !== null, links, shown, ...may }
}

export function meta(given: Route.MetaArgs) {
  if (!given.loaderData) return head(given, { unlisted: true })
  const { artifact } = given.loaderData
  const { name, localName, description, materials, maker, images } = artifact
  const schema = {
    '@type': 'VisualArtwork',
    alternateName: localName ?? undefined,
    material: materials,
    creator: maker ? { '@type': 'Person', name: maker } : undefined,
  }
  return entryHead(given, artifact, { description: description ?? name, schema, files: images })
}

export default function ArtifactPage({ loaderData }: Route.ComponentProps) {
  const { artifact, records, more, links, shown, keeps, mayChange } = loaderData
  const { id } = artifact
  return (
    <ArtifactDetails
      artifact={artifact}
      shown={shown}
      actions={
        <Foot
          entry={artifact}
          change={mayChange ? { page: changePageOf(artifact), label: text.change } : null}
          asks={mayChange}
        />
      }
      related={<Related id={id} links={links} mayLink={keeps} />}
      care={
        <>
          {records.length === 0 && <p className="dim">{text.noCare}</p>}
          <ul className="stack">
            {records.map((record) => (
              // What they are about stands in the heading above.
              <ConservationCard key={record.id} record={{ ...record, artifact: null }} level={3} />
            ))}
          </ul>
          <p className="row noprint">
            {more && (
              <ButtonLink variant="line" href={`${conservationList}?artifact=${id}`}>
                {text.allCare}
              </ButtonLink>
            )}
            {keeps && (
              <ButtonLink variant="line" icon="plus" href={`/contribute/conservation?artifact=${id}`}>
                {text.addCare}
              </ButtonLink>
            )}
          </p>
        </>
      }
    />
  )
}
