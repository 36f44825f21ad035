import { data } from 'react-router'
import { Byline } from '#ui/byline.tsx'
import { formatDate } from '#ui/formats.ts'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { addressIn, head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import { mayLink } from '../entry/archive.ts'
import { Covered } from '../entry/covered.tsx'
import { Foot } from '../entry/foot.tsx'
import { entryHead, fileFacts } from '../entry/head.ts'
import { HiddenNote } from '../entry/hidden-note.tsx'
import { LabelNote } from '../entry/labels.tsx'
import { Related, shownLinks } from '../entry/link/related.tsx'
import { ById } from '../entry/schema.ts'
import type { Route } from './+types/detail.page.ts'
import { About } from './about.tsx'
import { fileOf, MediaPlayer } from './player.tsx'
import { text } from './text.ts'
import { TranscriptRow } from './transcript-row.tsx'

/** A picture, video or recording with what was written down of it, readable by anyone it is meant for, without script. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = ById.safeParse(params)
  if (!id.success) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const [media, transcripts, links] = await Promise.all([
    api.media.get(id.data),
    api.media.listTranscripts(id.data),
    api.archive.links({ ...id.data, limit: shownLinks }),
  ])
  return { media, transcripts: transcripts.items, links, mayLink: mayLink(context.get(viewerContext), media) }
}

export function meta(given: Route.MetaArgs) {
  if (!given.loaderData) return head(given, { unlisted: true })
  const { media } = given.loaderData
  const { description, transcript, tags, place, recordedAt, speakers, type } = media
  const file = fileOf(media)
  const schema = {
    '@type': { IMAGE: 'ImageObject', VIDEO: 'VideoObject', AUDIO: 'AudioObject' }[type],
    ...(!media.deceased && fileFacts(given, file)),
    uploadDate: media.uploadedAt,
    thumbnailUrl: type === 'VIDEO' ? addressIn(given, `/og/${media.id}.png`) : undefined,
    dateCreated: recordedAt ?? undefined,
    keywords: tags,
    transcript: transcript || undefined,
    contentLocation: place ? { '@type': 'Place', name: place } : undefined,
    contributor: speakers.map((name) => ({ '@type': 'Person', name })),
  }
  const entry = { ...media, type: 'media' }
  return entryHead(given, entry, { description: description || transcript || media.title, schema })
}

export default function MediaPage({ loaderData: { media, transcripts, links, mayLink } }: Route.ComponentProps) {
  const { title, type, uploader, uploadedAt } = media
  return (
    <>
      <TitleBand field="dusk" title={title} lead={text.types[type]}>
        <Byline
          name={uploader?.name ?? text.anonymous}
          photo={uploader?.avatar}
          date={formatDate(uploadedAt)}
          dateTime={uploadedAt}
        />
      </TitleBand>
      <div className="sec">
        <article className="wrap stack gap-6">
          <HiddenNote entry={media} />
          <LabelNote entry={media} />
          <Covered entry={media}>
            <div className="mid">
              <MediaPlayer
                file={fileOf(media)}
                title={title}
                sizes="(min-width: 900px) 900px, 100vw"
                reading
                whole
                covered={media.deceased}
              />
            </div>
            <About media={media} />
            {transcripts.length > 0 && (
              <section className="stack mid" aria-labelledby="transcripts">
                <h2 className="t2" id="transcripts">
                  {text.transcripts.title}
                </h2>
                <ul className="list">
                  {transcripts.map((transcript) => (
                    <TranscriptRow key={transcript.id} transcript={transcript} />
                  ))}
                </ul>
              </section>
            )}
          </Covered>
          <Related id={media.id} links={links} mayLink={mayLink} />
          <Foot entry={media} />
        </article>
      </div>
    </>
  )
}
