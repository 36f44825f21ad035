import { data } from 'react-router'
import { formatDate } from '#ui/formats.ts'
import { Facts } from '#ui/list.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import { changePageOf } from '../entry/address.ts'
import { mayChange, mayLink } from '../entry/archive.ts'
import { Covered } from '../entry/covered.tsx'
import { Foot } from '../entry/foot.tsx'
import { entryHead } from '../entry/head.ts'
import { HiddenNote } from '../entry/hidden-note.tsx'
import { LabelNote } from '../entry/labels.tsx'
import { Related, shownLinks } from '../entry/link/related.tsx'
import { ById } from '../entry/schema.ts'
import { StandingMark } from '../entry/standing.tsx'
import { LargePicture } from '../media/large-picture.tsx'
import type { Route } from './+types/detail.page.ts'
import { conservationList, standingOf } from './card.tsx'
import type { Conservation } from './schema.ts'
import { text } from './text.ts'

export const handle = { current: '/culture' }

/** A record of the care of something, readable by anyone it is meant for, without script. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = ById.safeParse(params)
  if (!id.success) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const [record, links] = await Promise.all([
    api.conservation.get(id.data),
    api.archive.links({ ...id.data, limit: shownLinks }),
  ])
  const viewer = context.get(viewerContext)
  return { record, links, mayChange: mayChange(viewer, record), mayLink: mayLink(viewer, record) }
}

export function meta(given: Route.MetaArgs) {
  if (!given.loaderData) return head(given, { unlisted: true })
  const { record } = given.loaderData
  const { treatment, threat, artifact, conservator, images } = record
  const description = treatment ?? threat ?? standingOf(record)
  const schema = {
    '@type': 'Report',
    about: artifact ? { '@type': 'VisualArtwork', name: artifact.name } : undefined,
    contributor: conservator ? { '@type': 'Person', name: conservator } : undefined,
  }
  return entryHead(given, record, { description, schema, files: images })
}

export default function ConservationPage({ loaderData: { record, links, mayChange, mayLink } }: Route.ComponentProps) {
  const { id, title, threat, treatment, images } = record
  return (
    <>
      <TitleBand
        field="ochre"
        title={title}
        lead={standingOf(record)}
        back={{ href: conservationList, label: text.title }}
      />
      <article className="wrap content stack gap-6">
        <HiddenNote entry={record} />
        <StandingMark entry={record} words={text} />
        <LabelNote entry={record} />
        {images.length > 0 && (
          <Covered entry={record}>
            <BeforeAndAfter record={record} />
          </Covered>
        )}
        <div className="grid g75">
          <div className="stack gap-5">
            {threat && <Words title={text.threat}>{threat}</Words>}
            {treatment && <Words title={text.treatment}>{treatment}</Words>}
          </div>
          <section aria-labelledby="known">
            <h2 className="t2 head" id="known">
              {text.known}
            </h2>
            <Known record={record} />
          </section>
        </div>
        <Related id={id} links={links} mayLink={mayLink} />
        <Foot
          entry={record}
          change={mayChange ? { page: changePageOf(record), label: text.change } : null}
          asks={mayChange}
        />
      </article>
    </>
  )
}

/** The pictures from before beside those from after; what says neither stands below. */
function BeforeAndAfter({ record: { title, images } }: { record: Conservation }) {
  const groups = (['before', 'after', null] as const).map((role) => ({
    name: role ? text.roles[role] : text.pictures,
    pictures: images.filter((image) => image.role === role),
  }))
  return (
    <div className="grid g2">
      {groups
        .filter(({ pictures }) => pictures.length > 0)
        .map(({ name, pictures }) => (
          <section key={name} className="stack gap-3" aria-label={name}>
            <h2 className="t2">{name}</h2>
            {pictures.map((picture, at) => {
              const alt = picture.alt || `${title}: ${name}`
              return (
                <LargePicture
                  // biome-ignore lint/suspicious/noArrayIndexKey: a picture may stand twice; its place is its name
                  key={at}
                  picture={picture}
                  alt={alt}
                  label={text.large(alt)}
                  sizes="(min-width: 900px) 600px, 100vw"
                />
              )
            })}
          </section>
        ))}
    </div>
  )
}

function Words({ title, children }: { title: string; children: string }) {
  return (
    <section className="stack gap-2">
      <h2 className="t2">{title}</h2>
      <p className="prose lines">{children}</p>
    </section>
  )
}

function Known({ record }: { record: Conservation }) {
  const { artifact, condition, phase, startedAt, finishedAt, conservator, author } = record
  const { facts } = text
  return (
    <Facts
      rows={[
        [facts.artifact, artifact && <a href={`/artifacts/${artifact.id}`}>{artifact.name}</a>],
        [facts.condition, text.conditions[condition]],
        [facts.phase, text.phases[phase]],
        [facts.startedAt, startedAt && formatDate(startedAt)],
        [facts.finishedAt, finishedAt && formatDate(finishedAt)],
        [facts.conservator, conservator],
        [facts.addedBy, author?.name],
      ]}
    />
  )
}
