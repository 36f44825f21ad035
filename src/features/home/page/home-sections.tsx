import { pageOf, personPage } from '#content/entry/address.ts'
import { batchPage } from '#content/entry/explore-pages.ts'
import { AuthorName } from '#content/entry/page/author.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { text as eventText } from '#content/event/text.ts'
import { sections as heritage } from '#content/heritage/kind.ts'
import { kinds } from '#content/kinds.ts'
import { MediaSpeakers } from '#content/media/card.tsx'
import { looks } from '#content/media/kind.ts'
import { soundOf } from '#content/media/page/sound.ts'
import { EntryTile } from '#content/media/summary/tile.tsx'
import { languageOfForm } from '#text/ipa.ts'
import { ButtonLink } from '#ui/button.tsx'
import { dayAndMonth, formatDate, formatTime, zoneName } from '#ui/data/formats.ts'
import { SilentWave } from '#ui/drawing/terraces.tsx'
import { Avatar, DayBlock } from '#ui/list/byline.tsx'
import { KindLabel, StatusPill } from '#ui/list/labels.tsx'
import { PersonTile } from '#ui/list/person.tsx'
import { ReadingAudio } from '#ui/media/audio-player.tsx'
import type { Route } from './+types/home.page.ts'
import { text } from './text.ts'

const words = text.home

type Loaded = Route.ComponentProps['loaderData']

/** Shows the newest recordings. */
export function Listen({ recordings }: Pick<Loaded, 'recordings'>) {
  const [first, ...others] = recordings
  if (!first) return null
  return (
    <section className="sec dusk after-scarp" aria-labelledby="listen">
      <div className="wrap stack gap-5">
        <div className="row split">
          <h2 id="listen">{words.listen}</h2>
          <ButtonLink variant="line" href={looks.audio.href}>
            {words.allRecordings}
          </ButtonLink>
        </div>
        <div className="grid g75">
          <article className="talk milk stack start">
            <Recording recording={first} isNewest />
          </article>
          <ul className="stack gap-5">
            {others.map((recording) => (
              <li key={recording.id} className="stack gap-2">
                <Recording recording={recording} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

/** Shows words without a recording, in place of the newest recordings while there are none. */
export function Silent({ words: silent }: { words: Loaded['silent'] }) {
  return (
    <section className="sec dusk after-scarp" aria-labelledby="listen">
      <div className="wrap stack gap-5">
        <div className="row split">
          <div className="stack gap-2">
            <h2 id="listen">{silent.length > 0 ? words.waitForVoice : words.listen}</h2>
            <p className="lead">{words.noVoice}</p>
          </div>
          {silent.length > 0 && (
            <ButtonLink icon="mic" href="/record">
              {words.recordSome}
            </ButtonLink>
          )}
        </div>
        {silent.length > 0 ? (
          <ul className="grid g3 gap-3">
            {silent.map((word) => (
              <li key={word.id} className="talk milk">
                <h3 className="row split baseline">
                  <a href={pageOf(word)} lang={languageOfForm(word)} dir="auto" className="word">
                    {word.form}
                  </a>
                  <span className="small" lang="en">
                    {word.english}
                  </span>
                </h3>
                <div className="audio">
                  <SilentWave />
                  <ButtonLink variant="line" icon="mic" href={`${kinds.vocabulary.form}/${word.id}`}>
                    {words.sayIt}
                    <span className="sr">: {word.form}</span>
                  </ButtonLink>
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <SilentWave />
        )}
      </div>
    </section>
  )
}

function Recording({ recording, isNewest }: { recording: Loaded['recordings'][number]; isNewest?: boolean }) {
  const { id, title, author, speakers, deceased } = recording
  const [speaker] = deceased ? [] : speakers
  return (
    <>
      <div className="ev middle">
        {speaker ? (
          <Avatar name={speaker} huge={isNewest} />
        ) : (
          author && <Avatar name={author.name} photo={author.avatar} huge={isNewest} />
        )}
        <div className="grow">
          {isNewest && <p className="kind">{words.newestRecording}</p>}
          <h3 className={isNewest ? 't2' : undefined}>
            <a href={pageOf({ ...kinds.media, id })}>{title}</a>
          </h3>
          {speaker ? (
            <MediaSpeakers media={recording} />
          ) : (
            author && (
              <p className="small">
                <AuthorName author={author} />
              </p>
            )
          )}
        </div>
      </div>
      {deceased ? <WarningPlate look="round" /> : <ReadingAudio {...soundOf(recording)} />}
      <LabelMarks entry={recording} />
    </>
  )
}

/** Shows the newest entries as tiles, the first one large, and a line for each recent import. */
export function Newest({ newest, imports }: Pick<Loaded, 'newest' | 'imports'>) {
  return (
    <section aria-labelledby="newest" className="stack gap-5">
      <div className="row split">
        <h2 id="newest">{words.newest}</h2>
        <ButtonLink variant="line" href="/explore">
          {words.showMore}
        </ButtonLink>
      </div>
      <ul className="tiles four first-large">
        {newest.map((entry) => (
          <EntryTile key={entry.id} entry={entry} />
        ))}
      </ul>
      {imports.map(({ id, type, title, batch, publishedAt, createdAt }) => (
        <p key={id}>
          <a href={batch && batchPage(type, batch.id)}>{title}</a>
          <span className="dim">, {formatDate(publishedAt ?? createdAt)}</span>
        </p>
      ))}
    </section>
  )
}

/** Shows ways to contribute, in place of the newest entries while there are none. */
export function WaysToBegin() {
  return (
    <section aria-labelledby="begin" className="stack gap-5">
      <h2 id="begin">{words.begin}</h2>
      <ul className="grid g3">
        {(
          [
            ['mic', 'maize', words.ways.word, '/record'],
            ['photo', 'dusk', words.ways.picture, `${kinds.media.form}?as=picture`],
            ['book', 'ochre', words.ways.story, `/contribute/story?section=${heritage.story.name}`],
          ] as const
        ).map(([icon, field, { title, hint, act }, href]) => (
          <li key={href} className="card">
            <div className="in stack gap-3">
              <KindLabel icon={icon} field={field} label={title} quiet />
              <h3>{title}</h3>
              <p>{hint}</p>
              <ButtonLink variant="line" href={href}>
                {act}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows the members who shared something most recently. */
export function People({ people }: Pick<Loaded, 'people'>) {
  return (
    <section aria-labelledby="people" className="stack gap-5">
      <h2 id="people">{words.people}</h2>
      <ul className="people few">
        {people.map(({ id, name, avatar, count }) => (
          <PersonTile key={id} href={personPage({ id })} name={name} photo={avatar} note={words.entries(count)} />
        ))}
      </ul>
      <ButtonLink variant="line" href="/people">
        {words.allPeople}
      </ButtonLink>
    </section>
  )
}

/** Shows what is on today, and the next events. */
export function NextEvents({ events }: Pick<Loaded, 'events'>) {
  return (
    <section aria-labelledby="together" className="stack gap-5">
      <h2 id="together">{words.together}</h2>
      <p className="small dim">{eventText.clock(zoneName(new Date()))}</p>
      <ul className="stack">
        {events.map(({ id, title, startDate, isToday, venue, location }) => (
          <li key={id} className="ev">
            <DayBlock {...dayAndMonth(startDate)} />
            <div className="grow">
              <h3>
                <a href={pageOf({ ...kinds.event, id })}>{title}</a>
              </h3>
              <p className="small dim break">
                {venue ?? location}, {formatTime(startDate)}
              </p>
              {isToday && (
                <p>
                  <StatusPill field="acacia">{words.today}</StatusPill>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <ButtonLink variant="line" href="/events">
        {words.allEvents}
      </ButtonLink>
    </section>
  )
}
