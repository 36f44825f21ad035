import { changePageOf } from '#content/entry/address.ts'
import { Related } from '#content/entry/link/related.tsx'
import { AuthorName } from '#content/entry/page/author.tsx'
import { entryHead, schemaOf } from '#content/entry/page/head.ts'
import { loadEntry } from '#content/entry/page/load-entry.ts'
import { EntryNotes } from '#content/entry/page/notes.tsx'
import { StateMark } from '#content/entry/visibility/state-mark.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { kinds } from '#content/kinds.ts'
import { Words } from '#content/media/page/content.tsx'
import { LargePicture } from '#content/media/page/large-picture.tsx'
import { EntryColumns } from '#content/media/summary/columns.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { Facts } from '#ui/list/list.tsx'
import { head } from '#web/head.ts'
import type { Route } from './+types/detail.page.ts'
import { standingOf } from './card.tsx'
import { kind } from './kind.ts'
import type { Conservation } from './schema.ts'
import { text } from './text.ts'

export const handle = { current: '/culture' }

export function loader(args: Route.LoaderArgs) {
  return loadEntry(args, kind.type)
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { entry: record } = args.loaderData
  const { treatment, threat, artifact, conservator, images } = record
  const description = treatment ?? threat ?? standingOf(record)
  const schema = {
    ...schemaOf(kind),
    about: artifact ? { ...schemaOf(kinds.artifact), name: artifact.name } : undefined,
    contributor: conservator ? { '@type': 'Person', name: conservator } : undefined,
  }
  return entryHead(args, record, { description, schema, files: images })
}

export default function ConservationPage({ loaderData: { entry: record, links, around } }: Route.ComponentProps) {
  const { title, threat, treatment, images } = record
  return (
    <>
      <TitleBand
        field="ochre"
        title={title}
        lead={standingOf(record)}
        trail={[{ href: kind.list, label: text.title }]}
      />
      <EntryColumns entry={record} around={around} change={changePageOf(record)}>
        <EntryNotes entry={record}>
          <StateMark entry={record} />
        </EntryNotes>
        {images.length > 0 && (
          <Covered entry={record}>
            <BeforeAndAfter record={record} />
          </Covered>
        )}
        {threat && <Words title={text.form.threat}>{threat}</Words>}
        {treatment && <Words title={text.form.treatment}>{treatment}</Words>}
        <Section id="known" title={text.known} look="t2 head" className="">
          <DetailRows record={record} />
        </Section>
        <Related entry={record} links={links} />
      </EntryColumns>
    </>
  )
}

/** Shows the pictures before and after treatment side by side, then the others. */
function BeforeAndAfter({ record: { title, images } }: { record: Conservation }) {
  const groups = (['before', 'after', null] as const).map((role) => ({
    name: role ? text.roles[role] : text.form.images,
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
                  // biome-ignore lint/suspicious/noArrayIndexKey: a picture can occur twice, so its index is its key
                  key={at}
                  picture={picture}
                  alt={alt}
                  label={text.large(alt)}
                  sizes="(min-width: 900px) 600px, 100vw"
                  opening={at === 0}
                />
              )
            })}
          </section>
        ))}
    </div>
  )
}

function DetailRows({ record }: { record: Conservation }) {
  const { artifact, condition, phase, startedAt, finishedAt, conservator, author } = record
  const { facts, form } = text
  return (
    <Facts
      rows={[
        [facts.artifact, artifact && <a href={`/artifacts/${artifact.id}`}>{artifact.name}</a>],
        [form.condition, text.conditions[condition]],
        [form.phase, text.phases[phase]],
        [facts.startedAt, startedAt && formatDate(startedAt)],
        [facts.finishedAt, finishedAt && formatDate(finishedAt)],
        [form.conservator, conservator],
        [facts.addedBy, author && <AuthorName author={author} />],
      ]}
    />
  )
}
