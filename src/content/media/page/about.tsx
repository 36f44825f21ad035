import type { ReactNode } from 'react'
import { topicPage } from '#content/entry/explore-pages.ts'
import { MapLink } from '#content/entry/point/map-link.tsx'
import { text as ofEntry } from '#content/entry/text.ts'
import { type DateSetting, formatDate } from '#ui/data/formats.ts'
import { TagList } from '#ui/list/labels.tsx'
import { Facts } from '#ui/list/list.tsx'
import type { Media } from '../schema.ts'
import { text } from '../text.ts'

/** Details about a picture, video or recording, on its public page and its member page. */
export function About({ media, setting }: { media: Media; setting?: DateSetting }) {
  const { description, speakers, language, recordedAt, place, point, tags, transcript, translation } = media
  const facts = text.facts
  const rows = [
    [facts.speakers, speakers.join(', ')],
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
        <section aria-labelledby="about">
          <h2 className="t2 head" id="about">
            {text.about}
          </h2>
          <Facts rows={rows} />
        </section>
      )}
      {transcript && <Words title={text.transcript}>{transcript}</Words>}
      {translation && <Words title={text.translation}>{translation}</Words>}
      <TagList tags={tags} hrefOf={topicPage} />
    </>
  )
}

/** A transcript or translation with its line breaks. */
function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack gap-2">
      <h2 className="t2">{title}</h2>
      <p className="prose lines" dir="auto">
        {children}
      </p>
    </section>
  )
}
