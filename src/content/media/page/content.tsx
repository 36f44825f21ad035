import type { ReactNode } from 'react'
import { topicPage } from '#content/entry/explore-pages.ts'
import { EntryNotes } from '#content/entry/page/notes.tsx'
import { MapLink } from '#content/entry/point/map-link.tsx'
import { text as ofEntry } from '#content/entry/text.ts'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { type DateSetting, formatDate } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { TagList } from '#ui/list/labels.tsx'
import { Facts } from '#ui/list/list.tsx'
import type { Media } from '../schema.ts'
import { text } from '../text.ts'
import { fileOf, MediaPlayer } from './player.tsx'

type AboutProps = { media: Media; setting?: DateSetting }
type ContentProps = AboutProps & {
  sizes: string
  /** True on the public page, which has no React. */
  reading?: boolean
  /** True if the file plays elsewhere on the page. */
  isPlayed?: boolean
  children?: ReactNode
}

/** A picture, video or recording with its details, on its public page and in the dashboard. */
export function MediaContent({ media, setting, sizes, reading, isPlayed, children }: ContentProps) {
  return (
    <>
      <EntryNotes entry={media} />
      <Covered entry={media}>
        {!isPlayed && <MediaPlayer file={fileOf(media)} title={media.title} sizes={sizes} reading={reading} full />}
        <About media={media} setting={setting} />
        {children}
      </Covered>
    </>
  )
}

function About({ media, setting }: AboutProps) {
  const { description, speakers, language, recordedAt, place, point, tags, transcript, translation } = media
  const facts = text.facts
  const rows = [
    [facts.speakers(speakers.length), speakers.join(', ')],
    [facts.language, language],
    [facts.recordedAt, recordedAt && formatDate(recordedAt, setting)],
    [facts.place, place],
    [ofEntry.point.label, point && <MapLink point={point} />],
  ] as const
  return (
    <>
      {description && (
        <p className="prose lines" dir="auto">
          {description}
        </p>
      )}
      {rows.some(([, value]) => value) && (
        <Section id="about" title={text.about} look="t2 head" className="">
          <Facts rows={rows} />
        </Section>
      )}
      {transcript && <Words title={text.transcript}>{transcript}</Words>}
      {translation && <Words title={text.translation}>{translation}</Words>}
      <TagList tags={tags} hrefOf={topicPage} />
    </>
  )
}

/** A text with its heading and line breaks, such as a transcript. */
export function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack gap-2">
      <h2 className="t2">{title}</h2>
      <p className="prose lines" dir="auto">
        {children}
      </p>
    </section>
  )
}
