import { Link } from 'react-router'
import { kindName, kindPlural } from '#content/entry/kind-names.ts'
import { text as eventText } from '#content/event/text.ts'
import { statusOf } from '#content/event/when.ts'
import { kinds } from '#content/kinds.ts'
import { MemberTitle } from '#content/media/summary/post.tsx'
import { parts } from '#content/section/parts.ts'
import { text as sectionText } from '#content/section/text.ts'
import { Certainty } from '#content/vocabulary/certainty.tsx'
import type { Word } from '#content/vocabulary/schema.ts'
import { languageOfForm } from '#text/ipa.ts'
import { ButtonLink } from '#ui/button.tsx'
import { dayAndMonth, formatTime, zoneName } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { DayBlock } from '#ui/list/byline.tsx'
import { Word as Form, StatusPill } from '#ui/list/labels.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { text } from './text.ts'
import { useShow } from './timeline.tsx'

/** Shows the word of the day, with a button to record it if it has no recording yet. */
export function WordOfTheDay({ word }: { word: Word }) {
  return (
    <section className="talk maize stack gap-2">
      <h2 className="t0">{text.wordOfTheDay}</h2>
      <p className="t4">
        <a href={`${kinds.vocabulary.page}/${word.id}`}>
          <Form lang={languageOfForm(word)}>{word.form}</Form>
        </a>
      </p>
      <p className="strong" lang="en">
        {word.english}
      </p>
      <Certainty word={word} />
      {!word.voice && (
        <ButtonLink icon="mic" to={`${kinds.vocabulary.form}/${word.id}`}>
          {text.sayIt}
        </ButtonLink>
      )}
    </section>
  )
}

/** Shows the next events, beside the timeline the newest of each kind, and links to the pages of the archive. */
export function Beside() {
  const show = useShow()
  return (
    <>
      <NextEvents />
      {!show && <Newest />}
      <section className="stack">
        <h2 className="t1">{text.lookAround}</h2>
        <ul className="pills">
          {parts.flatMap(({ children }) =>
            children.map(({ href, name }) => (
              <li key={href}>
                <a href={href}>{sectionText.sections[name]}</a>
              </li>
            )),
          )}
        </ul>
      </section>
    </>
  )
}

/** Shows the newest entry of each kind. Shows nothing while they load, if that fails or if there are none. */
function Newest() {
  const { data } = useAnswer(['feed', 'list', 'newest'], (options) => api.feed.newest({}, options))
  if (!data || data.items.length === 0) return null
  return (
    <Section id="newest" title={text.newest} look="t1">
      <ul className="stack">
        {data.items.map((entry) => (
          <li key={entry.id}>
            <p className="small dim">{kindName(entry.kind)}</p>
            <h3 className="break">
              <MemberTitle entry={entry} />
            </h3>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Shows the next events. Shows nothing while they load, if that fails or if there are none. */
function NextEvents() {
  const { data } = useAnswer([kinds.event.type, 'upcoming', 'feed'], (options) =>
    api.event.upcoming({ limit: 3 }, options),
  )
  if (!data || data.items.length === 0) return null
  return (
    <Section id="next-events" title={text.upcoming} look="t1">
      <p className="small dim">{eventText.clock(zoneName(new Date()))}</p>
      <ul className="stack">
        {data.items.map(({ id, title, startDate, endDate, venue, location }) => (
          <li key={id} className="ev">
            <DayBlock {...dayAndMonth(startDate)} />
            <div className="grow">
              <h3>
                <Link to={`${kinds.event.list}/${id}`}>{title}</Link>
              </h3>
              <p className="small dim break">
                {formatTime(startDate)}, {venue ?? location}
              </p>
              {statusOf({ startDate, endDate }) === 'ongoing' && (
                <p>
                  <StatusPill field="acacia">{eventText.statuses.ongoing}</StatusPill>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p>
        <Link to={kinds.event.list}>{text.allOf(kindPlural(kinds.event.type).toLowerCase())}</Link>
      </p>
    </Section>
  )
}
