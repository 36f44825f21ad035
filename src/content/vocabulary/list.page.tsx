import { ReadingAudio } from '#ui/audio-player.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SilentWave } from '#ui/contour.tsx'
import { DataBadge, Word as Form } from '#ui/labels.tsx'
import { EntryRow } from '#ui/list.tsx'
import { Note } from '#ui/note.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { listAddress, listQuery, nextAddress } from '#web/list-address.ts'
import { WarningPlate } from '../entry/covered.tsx'
import { Introduction } from '../entry/introduction.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import type { Route } from './+types/list.page.ts'
import { certainty, contributePage, sayPage, wordPage } from './card.tsx'
import { KeepDictionary } from './offline/block.tsx'
import { isPhonetic } from './phonetic.ts'
import { dialects, type Overview, type Word } from './schema.ts'
import { heard } from './sound.ts'
import { text } from './text.ts'

const path = '/language/vocabulary'
const pageSize = 24

export const handle = { current: '/language' }

/** The dictionary in the language's order, one letter of it, or what a search found; all of it lives in the address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { params, q, lastKey: from } = listQuery(request)
  const letter = q ? '' : (params.get('letter') ?? '').slice(0, 10)
  const api = context.get(apiContext)
  const whole = !q && !letter && !from
  const [overview, introduction, page] = await Promise.all([
    api.vocabulary.overview({}),
    whole ? api.introduction.get({ section: 'vocabulary' }) : undefined,
    api.vocabulary.list({
      q,
      letter,
      sort: 'alphabetical',
      limit: pageSize,
      lastKey: from,
    }),
  ])
  const next = nextAddress(path, { q, letter }, page.lastKey)
  return { overview, introduction: introduction?.body ?? null, words: page.items, q, letter, next }
}

export function meta(given: Route.MetaArgs) {
  const q = given.loaderData?.q
  return head(given, { title: q ? text.found(q) : text.title, description: text.description, unlisted: Boolean(q) })
}

export default function Vocabulary({ loaderData }: Route.ComponentProps) {
  const { overview, introduction, words, q, letter, next } = loaderData
  return (
    <>
      <TitleBand
        field="maize"
        title={text.title}
        lead={text.count(overview)}
        subnav={[...text.subnav]}
        current={path}
      />
      <Introduction body={introduction} />
      <div className="wrap content grid g84">
        <div className="stack gap-5">
          <div className="stack gap-2 noprint">
            <SearchForm
              action={path}
              label={text.searchLabel}
              placeholder={text.placeholder}
              submit={text.search}
              defaultValue={q}
              data-live-form
            />
            <p className="small dim">{text.hint}</p>
          </div>
          <div id="results" data-live className="stack gap-5">
            <Letters letters={overview.letters} current={q ? undefined : letter} />
            <section className="stack" aria-labelledby="found">
              <div className="row split">
                <h2 className="t2" id="found">
                  <Heading q={q} letter={letter} />
                </h2>
                {words.length > 0 && (
                  <Button variant="line" icon="print" className="noprint" data-print>
                    {text.print}
                  </Button>
                )}
              </div>
              {words.some(({ source, confirmed }) => source && !confirmed) && <Research sources={overview.sources} />}
              {words.length === 0 ? (
                <Nothing q={q} letter={letter} />
              ) : (
                <ul className="list words">
                  {words.map((word) => (
                    <Row key={word.id} word={word} />
                  ))}
                </ul>
              )}
              {overview.total > 0 && !q && (
                <p className="noprint small">
                  {text.take} <a href="/export/vocabulary.csv">CSV</a>, <a href="/export/vocabulary.zip">CLDF</a>.{' '}
                  {text.takeAll} <a href="/export/everything.jsonld">JSON-LD</a>.
                </p>
              )}
              <NextPage href={next} />
            </section>
          </div>
        </div>
        <TakePart words={words} />
      </div>
    </>
  )
}

function Heading({ q, letter }: { q: string; letter: string }) {
  if (q) return text.found(q)
  if (!letter) return text.allWords
  return (
    <>
      {text.withLetter} <Form phonetic>{letter}</Form>
    </>
  )
}

/** The letters that words begin with; `current` is empty for all of them and undefined in a search. */
function Letters({ letters, current }: { letters: string[]; current: string | undefined }) {
  return (
    <nav aria-label={text.letters} className="noprint">
      <ul className="letters">
        {['', ...letters].map((letter) => (
          <li key={letter}>
            <a
              href={listAddress(path, { letter })}
              aria-current={letter === current ? 'true' : undefined}
              lang={letter ? 'enb-fonipa' : undefined}
            >
              {letter || text.all}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Research({ sources }: Pick<Overview, 'sources'>) {
  const studies = sources.map(({ short, licence }) => `${short}, ${licence}`).join('; ')
  return (
    <Note>
      <DataBadge>{text.published}</DataBadge>
      <p className="small dim">
        {text.phonetic} {studies && `${studies}.`}
      </p>
    </Note>
  )
}

function Row({ word }: { word: Word }) {
  const { id, marakwet, english, ipa, ipaApproximate, confirmed, source, voice } = word
  return (
    <EntryRow
      form={
        <a href={wordPage(id)}>
          <Form phonetic={isPhonetic(word)}>{marakwet}</Form>
        </a>
      }
      english={english}
      confirmed={confirmed || !source}
      mark={
        <>
          <DataBadge confirmed={confirmed} light>
            {ipa ? (
              <>
                {ipaApproximate && `${text.approximate} `}
                <span lang="enb-fonipa">/{ipa}/</span>
              </>
            ) : (
              certainty(word)
            )}
          </DataBadge>
          {word.deceased && voice && <WarningPlate look="round" />}
          <LabelMarks entry={word} />
        </>
      }
      action={
        voice && !word.deceased ? (
          <ReadingAudio {...heard(voice)} title={marakwet} />
        ) : (
          <ButtonLink
            className="noprint"
            variant="soft"
            sq
            icon="mic"
            label={text.say.link(marakwet)}
            href={sayPage(id)}
          />
        )
      }
    />
  )
}

function Nothing({ q, letter }: { q: string; letter: string }) {
  const [title, help] = q
    ? [text.noMatch(q), text.noMatchHelp]
    : letter
      ? [text.noLetter, text.noLetterHelp]
      : [text.nothing, text.nothingHelp]
  return (
    <EmptyState
      slim
      title={title}
      actions={
        <>
          <ButtonLink href={contributePage} icon="plus">
            {text.addWord}
          </ButtonLink>
          {(q || letter) && (
            <ButtonLink variant="line" href={path}>
              {text.allWordsLink}
            </ButtonLink>
          )}
        </>
      }
    >
      {help}
    </EmptyState>
  )
}

function TakePart({ words }: { words: Word[] }) {
  const [silent] = words.every(({ voice }) => voice === null) ? words : []
  return (
    <aside className="noprint stack gap-5" aria-label={text.takePart}>
      <KeepDictionary />
      {silent && (
        <div className="talk dusk stack">
          <h2 className="t2">{text.say.silentTitle}</h2>
          <p>{text.say.silentBody}</p>
          <SilentWave />
          <ButtonLink href={sayPage(silent.id)} icon="mic">
            {text.say.one}
          </ButtonLink>
        </div>
      )}
      <div className="talk ochre stack">
        <h2 className="t2">{text.missingTitle}</h2>
        <p>{text.missingBody(dialects)}</p>
        <ButtonLink href={contributePage} icon="plus">
          {text.addWord}
        </ButtonLink>
      </div>
    </aside>
  )
}
