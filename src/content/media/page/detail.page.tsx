import { exploreTrail } from '#content/entry/explore-pages.ts'
import { Related } from '#content/entry/link/related.tsx'
import { idOf } from '#content/entry/page/address-id.ts'
import { bylineOf } from '#content/entry/page/author.tsx'
import { entryHead, fileFacts } from '#content/entry/page/head.ts'
import { loadEntry } from '#content/entry/page/load-entry.ts'
import { EntryNotes } from '#content/entry/page/notes.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { EntryColumns } from '#content/media/summary/columns.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { Byline } from '#ui/list/byline.tsx'
import { ReadingAudio } from '#ui/media/audio-player.tsx'
import { apiContext } from '#web/api.ts'
import { addressIn, head } from '#web/head.ts'
import { readComments } from '../comment/page/read.ts'
import { ReadingComments } from '../comment/page/reading.tsx'
import { kind, schemaTypes } from '../kind.ts'
import { text } from '../text.ts'
import type { Route } from './+types/detail.page.ts'
import { About } from './about.tsx'
import { fileOf, MediaPlayer, soundOf } from './player.tsx'
import { TranscriptRow } from './transcript-row.tsx'

/** Loads the public page of a picture, video or recording with its transcripts. It works without JavaScript. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const id = idOf(params)
  const api = context.get(apiContext)
  const [{ entry: media, links, around }, transcripts, comments] = await Promise.all([
    loadEntry({ context, params }, kind.type),
    api.media.listTranscripts(id),
    readComments(api, request, id.id),
  ])
  return { media, transcripts: transcripts.items, links, around, comments }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { media } = args.loaderData
  const { description, transcript, tags, place, recordedAt, speakers, type } = media
  const file = fileOf(media)
  const schema = {
    '@type': schemaTypes[type],
    ...(!media.deceased && fileFacts(args, file)),
    uploadDate: media.uploadedAt,
    thumbnailUrl: type === 'VIDEO' ? addressIn(args, `/og/${media.id}.png`) : undefined,
    dateCreated: recordedAt ?? undefined,
    keywords: tags,
    transcript: transcript || undefined,
    contentLocation: place ? { '@type': 'Place', name: place } : undefined,
    contributor: speakers.map((name) => ({ '@type': 'Person', name })),
  }
  return entryHead(args, { ...media, type: 'media' }, { description: description || transcript || media.title, schema })
}

export default function MediaPage({
  loaderData: { media, transcripts, links, around, comments },
}: Route.ComponentProps) {
  const { title, uploader, uploadedAt, deceased, labels } = media
  const file = fileOf(media)
  // A recording plays in the band, unless there is a warning or a label to read first.
  const playsInBand = file.kind === 'audio' && !deceased && labels.length === 0
  return (
    <>
      <TitleBand field="dusk" title={title} trail={exploreTrail(file.kind)}>
        <Byline {...bylineOf(uploader, text.anonymous)} date={formatDate(uploadedAt)} dateTime={uploadedAt} />
        {playsInBand && (
          <div className="talk milk">
            <ReadingAudio {...soundOf({ ...file, title })} />
          </div>
        )}
      </TitleBand>
      <EntryColumns entry={media} around={around}>
        <EntryNotes entry={media} />
        <Covered entry={media}>
          {!playsInBand && (
            <MediaPlayer file={file} title={title} sizes="(min-width: 900px) 800px, 100vw" reading full />
          )}
          <About media={media} />
          {transcripts.length > 0 && (
            <Section id="transcripts" title={text.transcripts.title} className="stack">
              <ul className="list">
                {transcripts.map((transcript) => (
                  <TranscriptRow key={transcript.id} transcript={transcript} />
                ))}
              </ul>
            </Section>
          )}
        </Covered>
        <Related entry={media} links={links} />
        <ReadingComments entry={{ id: media.id, type: kind.type }} comments={comments} />
      </EntryColumns>
    </>
  )
}
