import { data } from 'react-router'
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
import { text as ofEntry } from '../entry/text.ts'
import { Whereabouts } from '../entry/whereabouts.tsx'
import { MediaPlayer } from '../media/player.tsx'
import type { Route } from './+types/detail.page.ts'
import { sectionPages } from './card.tsx'
import type { FullHeritage } from './schema.ts'
import { text } from './text.ts'

/** An entry of a section, readable by anyone it is meant for, without script. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = ById.safeParse(params)
  if (!id.success) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const [entry, links] = await Promise.all([
    api.heritage.get(id.data),
    api.archive.links({ ...id.data, limit: shownLinks }),
  ])
  const viewer = context.get(viewerContext)
  return { entry, links, mayChange: mayChange(viewer, entry), mayLink: mayLink(viewer, entry) }
}

export function meta(given: Route.MetaArgs) {
  if (!given.loaderData) return head(given, { unlisted: true })
  const { entry } = given.loaderData
  const { summary, narrator, place, coverFile, media } = entry
  const schema = {
    '@type': 'CreativeWork',
    contributor: narrator ? { '@type': 'Person', name: narrator } : undefined,
    contentLocation: place ? { '@type': 'Place', name: place } : undefined,
  }
  return entryHead(given, entry, { description: summary ?? entry.title, schema, files: [coverFile, ...media] })
}

export default function HeritagePage({ loaderData: { entry, links, mayChange, mayLink } }: Route.ComponentProps) {
  const { id, section, title, summary, coverFile, body, media, narrator, place, point, author } = entry
  const { href, field } = sectionPages[section]
  return (
    <>
      <TitleBand field={field} title={title} lead={summary} back={{ href, label: text.pages[section] }} />
      <article className="wrap content stack gap-6">
        <HiddenNote entry={entry} />
        <StandingMark entry={entry} words={text} />
        <LabelNote entry={entry} />
        <Covered entry={entry}>
          {coverFile && (
            <div className="mid">
              <MediaPlayer
                file={coverFile}
                title={title}
                sizes="(min-width: 900px) 900px, 100vw"
                reading
                whole
                covered={entry.deceased}
              />
            </div>
          )}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the server on every write (entry/html.ts) */}
          {body && <div className="prose" dangerouslySetInnerHTML={{ __html: body }} />}
          {media.length > 0 && <Files entry={entry} />}
        </Covered>
        <section className="mid" aria-labelledby="known">
          <h2 className="t2 head" id="known">
            {text.known}
          </h2>
          <Facts
            rows={[
              [text.facts.narrator, narrator],
              [text.facts.place, place],
              [ofEntry.point.label, point && <Whereabouts point={point} />],
              [text.facts.addedBy, author?.name],
            ]}
          />
        </section>
        <Related id={id} links={links} mayLink={mayLink} />
        <Foot
          entry={entry}
          change={mayChange ? { page: `${changePageOf(entry)}&section=${section}`, label: text.change } : null}
          asks={mayChange}
        />
      </article>
    </>
  )
}

function Files({ entry: { title, media, deceased } }: { entry: FullHeritage }) {
  return (
    <section className="stack mid" aria-labelledby="listen">
      <h2 className="t2" id="listen">
        {text.listen}
      </h2>
      {media.map(({ caption, ...file }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file may stand twice; its place is its name
        <figure key={at} className="stack gap-2">
          <MediaPlayer
            file={file}
            title={caption || title}
            sizes="(min-width: 900px) 900px, 100vw"
            reading
            whole
            covered={deceased}
          />
          {caption && <figcaption className="small dim">{caption}</figcaption>}
        </figure>
      ))}
    </section>
  )
}
