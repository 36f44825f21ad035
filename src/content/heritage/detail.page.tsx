import { changePageOf } from '#content/entry/address.ts'
import { Related } from '#content/entry/link/related.tsx'
import { AuthorName } from '#content/entry/page/author.tsx'
import { entryHead, schemaOf } from '#content/entry/page/head.ts'
import { loadEntry } from '#content/entry/page/load-entry.ts'
import { EntryNotes } from '#content/entry/page/notes.tsx'
import { MapLink } from '#content/entry/point/map-link.tsx'
import { text as ofEntry } from '#content/entry/text.ts'
import { StateMark } from '#content/entry/visibility/state-mark.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { LargePicture } from '#content/media/page/large-picture.tsx'
import { MediaPlayer } from '#content/media/page/player.tsx'
import { EntryColumns } from '#content/media/summary/columns.tsx'
import { text as ofMedia } from '#content/media/text.ts'
import { Section } from '#ui/layout/section.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { Facts } from '#ui/list/list.tsx'
import { head } from '#web/head.ts'
import type { Route } from './+types/detail.page.ts'
import { kind, sections } from './kind.ts'
import type { FullHeritage } from './schema.ts'
import { text } from './text.ts'

export function loader(args: Route.LoaderArgs) {
  return loadEntry(args, kind.type)
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { entry } = args.loaderData
  const { summary, narrator, place, coverFile, media } = entry
  const schema = {
    ...schemaOf(kind),
    contributor: narrator ? { '@type': 'Person', name: narrator } : undefined,
    contentLocation: place ? { '@type': 'Place', name: place } : undefined,
  }
  return entryHead(args, entry, { description: summary ?? entry.title, schema, files: [coverFile, ...media] })
}

export default function HeritagePage({ loaderData: { entry, links, around } }: Route.ComponentProps) {
  const { section, title, summary, coverFile, body, media, narrator, place, point, author } = entry
  const { href, field } = sections[section]
  // A long summary would fill the first screen in the size of a lead.
  const isShort = summary !== null && summary.length <= 160
  return (
    <>
      <TitleBand field={field} title={title} lead={isShort && summary} trail={[{ href, label: text.pages[section] }]} />
      <EntryColumns entry={entry} around={around} change={`${changePageOf(entry)}&section=${section}`}>
        <EntryNotes entry={entry}>
          <StateMark entry={entry} />
        </EntryNotes>
        {!isShort && summary && <p className="t1">{summary}</p>}
        <Covered entry={entry}>
          {coverFile && (
            <LargePicture
              picture={coverFile}
              alt={title}
              label={ofMedia.large(title)}
              sizes="(min-width: 900px) 800px, 100vw"
              cover
              opening
            />
          )}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on every write (entry/write/html.ts) */}
          {body && <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: body }} />}
          {media.length > 0 && <Files entry={entry} />}
        </Covered>
        <Section id="known" title={text.known} look="t2 head">
          <Facts
            rows={[
              [text.facts.narrator, narrator],
              [text.form.place, place],
              [ofEntry.point.label, point && <MapLink point={point} />],
              [text.facts.addedBy, author && <AuthorName author={author} />],
            ]}
          />
        </Section>
        <Related entry={entry} links={links} />
      </EntryColumns>
    </>
  )
}

function Files({ entry: { title, media } }: { entry: FullHeritage }) {
  return (
    <Section id="listen" title={text.listen} className="stack">
      {media.map(({ caption, ...file }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file can occur twice, so its index is its key
        <figure key={at} className="stack gap-2">
          <MediaPlayer file={file} title={caption || title} sizes="(min-width: 900px) 800px, 100vw" reading full />
          {caption && <figcaption className="small dim">{caption}</figcaption>}
        </figure>
      ))}
    </Section>
  )
}
