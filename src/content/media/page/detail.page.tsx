import { changePageOf } from '#content/entry/address.ts'
import { exploreTrail } from '#content/entry/explore-pages.ts'
import { Related } from '#content/entry/link/related.tsx'
import { idOf } from '#content/entry/page/address-id.ts'
import { entryHead, fileFacts } from '#content/entry/page/head.ts'
import { SendOnWhatsApp } from '#content/entry/page/share.tsx'
import { EntryColumns } from '#content/media/summary/columns.tsx'
import { Section } from '#ui/layout/section.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { ReadingAudio } from '#ui/media/audio-player.tsx'
import { apiContext } from '#web/api.ts'
import { addressIn, head } from '#web/head.ts'
import { MediaByline, MediaSpeakers } from '../card.tsx'
import { loadDiscussed } from '../comment/page/read.ts'
import { ReadingComments } from '../comment/page/reading.tsx'
import { SendFilm } from '../film/send-film.tsx'
import { kind, schemaTypes } from '../kind.ts'
import type { Route } from './+types/detail.page.ts'
import { MediaContent } from './content.tsx'
import { fileOf } from './player.tsx'
import { soundOf } from './sound.ts'
import { text as ofTranscripts } from './text.ts'
import { TranscriptList } from './transcript-list.tsx'

/** Loads the public page of a picture, video or recording with its transcripts. It works without JavaScript. */
export async function loader(args: Route.LoaderArgs) {
  const id = idOf(args.params)
  const [{ entry: media, ...loaded }, transcripts] = await Promise.all([
    loadDiscussed(args, kind.type),
    args.context.get(apiContext).media.listTranscripts(id),
  ])
  return { media, transcripts: transcripts.items, ...loaded }
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
  const { title, deceased, labels } = media
  const file = fileOf(media)
  // A recording plays in the band, unless there is a warning or a label to read first.
  const playsInBand = file.kind === 'audio' && !deceased && labels.length === 0
  return (
    <>
      <TitleBand field="dusk" title={title} trail={exploreTrail(file.kind)}>
        <MediaSpeakers media={media} />
        <MediaByline media={media} />
        <p className="row noprint">
          <SendOnWhatsApp title={title} entry={media} />
        </p>
        {playsInBand && (
          <div className="talk milk">
            <ReadingAudio {...soundOf({ ...file, title })} />
          </div>
        )}
        <SendFilm entry={media} file={file} />
      </TitleBand>
      <EntryColumns entry={media} around={around} change={`${changePageOf({ ...kind, id: media.id })}?edit`}>
        <MediaContent media={media} sizes="(min-width: 900px) 800px, 100vw" isPlayed={playsInBand} reading>
          {transcripts.length > 0 && (
            <Section id="transcripts" title={ofTranscripts.title}>
              <TranscriptList items={transcripts} />
            </Section>
          )}
        </MediaContent>
        <Related entry={media} links={links} />
        <ReadingComments entry={{ id: media.id, type: kind.type }} comments={comments} />
      </EntryColumns>
    </>
  )
}
