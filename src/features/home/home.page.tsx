import { pageOf } from '#content/entry/address.ts'
import { BriefRow } from '#content/entry/brief.tsx'
import { WarningPlate } from '#content/entry/covered.tsx'
import { LabelMarks } from '#content/entry/labels.tsx'
import { soundOf } from '#content/media/player.tsx'
import { isPhonetic } from '#content/vocabulary/phonetic.ts'
import { ReadingAudio } from '#ui/audio-player.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { DayBlock } from '#ui/byline.tsx'
import { SilentWave } from '#ui/contour.tsx'
import { dayAndMonth, formatDate, formatTime } from '#ui/formats.ts'
import { Hero } from '#ui/hero.tsx'
import { DataBadge } from '#ui/labels.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { SectionSteps } from '#ui/section-steps.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import type { Route } from './+types/home.page.ts'
import { parts } from './sections.ts'
import { text } from './text.ts'

const words = text.home

export const handle = { current: '/', end: 'flat' }

export function meta(given: Route.MetaArgs) {
  const { siteName, baseUrl } = given.matches[0].loaderData ?? {}
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${baseUrl}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  const schema = { '@type': 'WebSite', name: siteName, url: `${baseUrl}/`, potentialAction: search }
  return head(given, { description: words.description, schema })
}

/** What the archive holds, as far as this reader may see it. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [wordOfTheDay, newest, recordings, events, counts] = await Promise.all([
    api.vocabulary.ofTheDay({}),
    api.archive.newest({ limit: shownNewest }),
    api.media.list({ type: 'AUDIO', limit: 4 }),
    api.event.upcoming({ limit: 3 }),
    api.home.counts({}),
  ])
  return {
    wordOfTheDay: wordOfTheDay.word,
    newest: newest.items,
    recordings: recordings.items,
    events: events.items,
    counts,
  }
}

/** As many as stand beside the next events. */
const shownNewest = 6

type Loaded = Route.ComponentProps['loaderData']

export default function Home({
  loaderData: { wordOfTheDay, newest, recordings, events, counts },
}: Route.ComponentProps) {
  return (
    <>
      <Hero title={words.title} lead={words.lead} aside={wordOfTheDay && <WordOfTheDay word={wordOfTheDay} />}>
        <SearchForm
          action="/language/vocabulary"
          className="milk"
          label={words.searchLabel}
          placeholder={words.searchHint}
          submit={words.search}
        />
      </Hero>
      <Listen recordings={recordings} />
      <div className="sec">
        <div className="wrap grid g84">
          <section aria-labelledby="newest" className="stack gap-5">
            <h2 id="newest">{words.newest}</h2>
            <Newest newest={newest} />
          </section>
          <section aria-labelledby="together" className="stack gap-5">
            <h2 id="together">{words.together}</h2>
            <NextEvents events={events} />
          </section>
        </div>
      </div>
      <section aria-labelledby="walk" className="stack gap-5">
        <div className="wrap walk">
          <h2 id="walk">{words.walk}</h2>
        </div>
        <SectionSteps sections={parts.map((part) => stepOf(part, counts))} />
      </section>
    </>
  )
}

function WordOfTheDay({ word }: { word: NonNullable<Loaded['wordOfTheDay']> }) {
  const href = pageOf(word)
  return (
    <article className="talk maize stack">
      <h2 className="t0">{words.wordOfTheDay}</h2>
      <p className="word giant" lang={isPhonetic(word) ? 'enb-fonipa' : 'enb'}>
        <a href={href}>{word.marakwet}</a>
      </p>
      <p className="t2 strong" lang="en">
        {word.english}
      </p>
      <DataBadge confirmed={word.confirmed} />
      <div className="row">
        <ButtonLink variant="line" href={href}>
          {words.seeMore}
          <span className="sr"> {words.seeMoreAbout}</span>
        </ButtonLink>
        <ButtonLink variant="text" href="/language/vocabulary">
          {words.allWords}
        </ButtonLink>
      </div>
    </article>
  )
}

/** The newest voices; while there are none, it says so. */
function Listen({ recordings }: Pick<Loaded, 'recordings'>) {
  const [first, ...others] = recordings
  return (
    <section className="sec dusk after-scarp" aria-labelledby="listen">
      <div className="wrap stack gap-5">
        <h2 id="listen">{words.listen}</h2>
        {first ? (
          <div className="grid g75">
            <article className="talk milk stack">
              <p className="kind">{words.newestRecording}</p>
              <h3 className="t3">
                <a href={pageOf(first)}>{first.title}</a>
              </h3>
              <Recording recording={first} big />
            </article>
            <ul className="stack gap-5">
              {others.map((recording) => (
                <li key={recording.id} className="stack gap-2">
                  <h3>
                    <a href={pageOf(recording)}>{recording.title}</a>
                  </h3>
                  <Recording recording={recording} />
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <div className="stack">
            <p className="lead">{words.noVoice}</p>
            <SilentWave />
          </div>
        )}
      </div>
    </section>
  )
}

function Recording({ recording, big }: { recording: Loaded['recordings'][number]; big?: boolean }) {
  return (
    <>
      {recording.author && <p className="small">{recording.author.name}</p>}
      {recording.deceased ? (
        <WarningPlate look="round" />
      ) : (
        <ReadingAudio {...soundOf(recording)} {...(big && { big })} />
      )}
      <LabelMarks entry={recording} />
    </>
  )
}

function Newest({ newest }: Pick<Loaded, 'newest'>) {
  if (newest.length === 0) return <p className="dim">{words.nothingNew}</p>
  return (
    <>
      <ul className="list">
        {newest.map((entry) => (
          <BriefRow key={entry.id} entry={entry} note={entry.gloss ? null : whoAndWhen(entry)} />
        ))}
      </ul>
      <p>
        <ButtonLink variant="line" href="/language/vocabulary">
          {words.showMore}
        </ButtonLink>
      </p>
    </>
  )
}

function whoAndWhen({ author, publishedAt, createdAt }: Loaded['newest'][number]): string {
  return [author?.name, formatDate(publishedAt ?? createdAt)].filter(Boolean).join(', ')
}

function NextEvents({ events }: Pick<Loaded, 'events'>) {
  if (events.length === 0) return <p className="dim">{words.noEvents}</p>
  return (
    <ul className="stack gap-5">
      {events.map(({ id, type, title, startDate, venue, location }) => (
        <li key={id} className="ev">
          <DayBlock {...dayAndMonth(startDate)} />
          <div className="grow">
            <h3>
              <a href={pageOf({ type, id })}>{title}</a>
            </h3>
            <p className="small dim">
              {venue ?? location}, {formatTime(startDate)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function stepOf(part: (typeof parts)[number], counts: Loaded['counts']) {
  const held = part.children.reduce((sum, { holds }) => sum + (counts[holds] ?? 0), 0)
  const onlyWords = held === counts.vocabulary
  const links = part.children.map(({ href, name }) => ({ href, label: text.sections[name] }))
  return {
    field: part.field,
    title: text.nav[part.name],
    note: held === 0 ? words.waiting : onlyWords ? words.words(held) : words.entries(held),
    links: links.length > 1 ? links : [{ href: part.href, label: words.open }],
  }
}
