import { useLocation } from 'react-router'
import { pageOf } from '#content/entry/address.ts'
import { kinds } from '#content/kinds.ts'
import { parts } from '#content/section/parts.ts'
import { text as names } from '#content/section/text.ts'
import { Certainty } from '#content/vocabulary/certainty.tsx'
import { isoDay } from '#text/day.ts'
import { languageOfForm } from '#text/ipa.ts'
import { ButtonLink } from '#ui/button.tsx'
import { giant } from '#ui/drawing/word-size.ts'
import { Hero } from '#ui/layout/hero.tsx'
import { SectionSteps } from '#ui/layout/section-steps.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { Note } from '#ui/state/note.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { returnPath, withReturnPath } from '#web/session/return-path.ts'
import { siteTexts } from '#web/site.ts'
import { text as layout } from '../text.ts'
import type { Route } from './+types/home.page.ts'
import { Listen, Newest, NextEvents, People, Silent, WaysToBegin } from './home-sections.tsx'
import { text } from './text.ts'

const words = text.home

export const handle = { current: '/', end: 'flat' }

export function meta(args: Route.MetaArgs) {
  const { siteName, baseUrl } = args.matches[0].loaderData ?? {}
  const search = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${baseUrl}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  }
  const schema = { '@type': 'WebSite', name: siteName, url: `${baseUrl}/`, potentialAction: search }
  const { welcome } = args.loaderData?.site ?? {}
  return head(args, { description: welcome ?? words.description, schema })
}

/** Loads the newest content that this reader may see. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [wordOfTheDay, { items: newest }, recordings, people, upcoming, counts] = await Promise.all([
    api.vocabulary.ofTheDay({}),
    // Many, because someone may have just added dozens of recordings or words.
    api.explore.list({ limit: 100, by: 'members' }),
    api.media.list({ type: 'AUDIO', limit: 3 }),
    api.people.list({ limit: 6 }),
    // Many, because long events come first, and only a few of these are shown.
    api.event.upcoming({ limit: 20 }),
    api.home.counts({}),
  ])
  const silent = recordings.items.length > 0 ? [] : (await api.vocabulary.list({ limit: 12 })).items
  return {
    wordOfTheDay: wordOfTheDay.word,
    newest: mixed(newest.filter(({ kind, batch }) => kind !== 'audio' && !batch)),
    imports: newest.filter(({ batch }) => batch).slice(0, shownImports),
    recordings: recordings.items,
    silent: silent.filter(({ voice }) => !voice).slice(0, 6),
    people: people.items,
    events: nextEvents(upcoming.items),
    counts,
    site: siteTexts(context),
  }
}

/** The number of tiles that fill two rows when the first tile is large. */
const shownNewest = 5
const shownImports = 2

/** Returns a few entries of as many kinds as possible, in their original order. Recordings have their own section. */
function mixed<T extends { id: string; kind: string }>(entries: T[]): T[] {
  const shown = new Set<T>()
  for (const maxPerKind of [1, 2, shownNewest])
    for (const entry of entries) {
      const ofKind = [...shown].filter(({ kind }) => kind === entry.kind).length
      if (shown.size < shownNewest && ofKind < maxPerKind) shown.add(entry)
    }
  return entries.filter((entry) => shown.has(entry))
}

/**
 * Returns the next events, soonest first: up to three that are on today, and later ones. Of many that are on today, it
 * returns those that began last, because the others were on yesterday, too.
 */
function nextEvents<T extends { startDate: string }>(upcoming: T[]) {
  const today = isoDay(new Date().toISOString())
  const events = upcoming.map((event) => ({ ...event, isToday: isoDay(event.startDate) <= today }))
  const later = events.filter(({ isToday }) => !isToday)
  return [...events.filter(({ isToday }) => isToday).slice(-3), ...later.slice(0, 3)]
}

type Loaded = Route.ComponentProps['loaderData']

export default function Home({ loaderData }: Route.ComponentProps) {
  const { wordOfTheDay, newest, imports, recordings, silent, events, counts, people, site } = loaderData
  return (
    <>
      <LogInFirst />
      <Hero
        title={site.welcomeTitle ?? words.title}
        lead={site.welcome ?? words.lead}
        aside={wordOfTheDay && <WordOfTheDay word={wordOfTheDay} />}
      >
        <SearchForm action="/search" className="milk" label={words.searchLabel} placeholder={words.searchHint} />
      </Hero>
      {recordings.length > 0 ? <Listen recordings={recordings} /> : <Silent words={silent} />}
      <div className="sec">
        <div className="wrap stack gap-7">
          {newest.length > 0 ? <Newest newest={newest} imports={imports} /> : <WaysToBegin />}
          {people.length + events.length > 0 && (
            <div className={people.length > 0 && events.length > 0 ? 'grid g84 gap-7' : undefined}>
              {people.length > 0 && <People people={people} />}
              {events.length > 0 && <NextEvents events={events} />}
            </div>
          )}
        </div>
      </div>
      <section aria-labelledby="walk" className="stack gap-5">
        <div className="wrap">
          <h2 id="walk">{words.walk}</h2>
        </div>
        <SectionSteps sections={parts.map((part) => stepOf(part, counts))} />
      </section>
    </>
  )
}

/** Explains to a guest who opened a page for members why they are on the home page. */
function LogInFirst() {
  const here = useLocation()
  if (returnPath(here) === null) return null
  return (
    <div className="wrap content" data-session="guest">
      <Note look="ringed" action={<ButtonLink href={withReturnPath('/login', here)}>{layout.login}</ButtonLink>}>
        <p className="strong">{words.askedFor}</p>
      </Note>
    </div>
  )
}

function WordOfTheDay({ word }: { word: NonNullable<Loaded['wordOfTheDay']> }) {
  const href = pageOf(word)
  return (
    <article className="talk maize stack">
      <h2 className="t0">{words.wordOfTheDay}</h2>
      <p className={giant(word.form)} lang={languageOfForm(word)} dir="auto">
        <a href={href}>{word.form}</a>
      </p>
      <p className="t2 strong" lang="en">
        {word.english}
      </p>
      <Certainty word={word} />
      <div className="row">
        {word.voice ? (
          <ButtonLink variant="line" href={href}>
            {words.seeMore}
            <span className="sr"> {words.seeMoreAbout}</span>
          </ButtonLink>
        ) : (
          <ButtonLink icon="mic" href={`${kinds.vocabulary.form}/${word.id}`}>
            {words.sayItForUs}
            <span className="sr">: {word.form}</span>
          </ButtonLink>
        )}
        <ButtonLink variant="text" href="/language/vocabulary">
          {words.allWords}
        </ButtonLink>
      </div>
    </article>
  )
}

function stepOf(part: (typeof parts)[number], counts: Loaded['counts']) {
  const count = part.children.reduce((sum, { holds }) => sum + (counts[holds] ?? 0), 0)
  const size = count === counts.vocabulary ? words.words(count) : words.entries(count)
  const links = part.children.map(({ href, name }) => ({ href, label: names.sections[name] }))
  return {
    field: part.field,
    title: names.nav[part.name],
    note: count === 0 ? <a href="/contribute">{words.addFirst}</a> : size,
    links: links.length > 1 ? links : [{ href: part.href, label: words.open }],
  }
}
