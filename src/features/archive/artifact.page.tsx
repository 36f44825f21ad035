import { ArtifactDetails } from '#content/artifact/details.tsx'
import { text } from '#content/artifact/text.ts'
import { ConservationCard } from '#content/conservation/card.tsx'
import { changePageOf } from '#content/entry/address.ts'
import { Related } from '#content/entry/link/related.tsx'
import { EntryActions } from '#content/entry/page/actions.tsx'
import { idOf } from '#content/entry/page/address-id.ts'
import { entryHead, personIn, schemaOf } from '#content/entry/page/head.ts'
import { loadEntry } from '#content/entry/page/load-entry.ts'
import { Share } from '#content/entry/page/share.tsx'
import { mayCreate } from '#content/entry/policy.ts'
import { kinds } from '#content/kinds.ts'
import { Neighbours, Similar } from '#content/media/summary/columns.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import type { Route } from './+types/artifact.page.ts'

const newest = 3

export const handle = { current: '/culture' }

/** Loads an artifact with its newest conservation records. Answers 404 for a malformed id. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const id = idOf(params)
  const api = context.get(apiContext)
  const [{ entry: artifact, links, around }, records] = await Promise.all([
    loadEntry({ context, params }, kinds.artifact.type),
    api.conservation.list({ artifactId: id.id, limit: newest }),
  ])
  const pictureNumber = Number(new URL(request.url).searchParams.get('picture') ?? 1)
  const viewer = context.get(viewerContext)
  const mayAdd = mayCreate(viewer, kinds.conservation)
  return { artifact, records: records.items, more: records.lastKey !== null, links, around, pictureNumber, mayAdd }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { artifact } = args.loaderData
  const { name, localName, description, materials, maker, madeBy, images } = artifact
  const schema = {
    ...schemaOf(kinds.artifact),
    alternateName: localName ?? undefined,
    material: materials,
    creator: personIn(args, madeBy) ?? (maker ? { '@type': 'Person', name: maker } : undefined),
  }
  return entryHead(args, artifact, { description: description ?? name, schema, files: images })
}

export default function ArtifactPage({ loaderData }: Route.ComponentProps) {
  const { artifact, records, more, links, around, pictureNumber, mayAdd } = loaderData
  const { id } = artifact
  return (
    <ArtifactDetails
      artifact={artifact}
      pictureNumber={pictureNumber}
      actions={
        <>
          <Share title={artifact.name} entry={artifact} />
          <EntryActions entry={artifact} change={changePageOf(artifact)} />
        </>
      }
      related={
        <>
          <Related entry={artifact} links={links} />
          <Similar {...around} />
          <Neighbours {...around} />
        </>
      }
      conservation={
        <>
          {records.length === 0 && <p className="dim">{text.noCare}</p>}
          {records.length > 0 && (
            <ul className="stack">
              {records.map((record) => (
                // The artifact's name is in the heading above.
                <ConservationCard key={record.id} record={{ ...record, artifact: null }} level={3} />
              ))}
            </ul>
          )}
          {(more || mayAdd) && (
            <p className="row noprint">
              {more && (
                <ButtonLink variant="line" href={`${kinds.conservation.list}?artifact=${id}`}>
                  {text.allCare}
                </ButtonLink>
              )}
              {mayAdd && (
                <ButtonLink variant="line" icon="plus" href={`/contribute/conservation?artifact=${id}`}>
                  {text.addCare}
                </ButtonLink>
              )}
            </p>
          )}
        </>
      }
    />
  )
}
