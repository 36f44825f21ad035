import { Introduction } from '#content/entry/page/introduction.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { SilentWave } from '#ui/drawing/contour.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { ReadingAudio } from '#ui/media/audio-player.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { listAddress, listQuery, nextAddress } from '#web/list-address.ts'
import type { Route } from './+types/list.page.ts'
import { sayPage, WordRow } from './card.tsx'
import { kind } from './kind.ts'
import { ListHeading, Research } from './list-heading.tsx'
import { KeepDictionary } from './offline/block.tsx'
import { dialects, type Word } from './schema.ts'
import { text } from './text.ts'
import { heard } from './voice/sound.ts'

const path = '/language/vocabulary'
const pageSize = 24

export const handle = { current: '/language' }

/** Loads a page of the dictionary: all words in order, those of one letter, or search results, as the address says. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { params, q, lastKey: from } = listQuery(request)
  const letter = q ? '' : (params.get('letter') ?? '').slice(0, 10)
  const api = context.get(apiContext)
  const isComplete = !q && !letter && !from
  const [overview, introduction, page] = await Promise.all([
    api.vocabulary.overview({}),
    isComplete ? api.introduction.get({ section: 'vocabulary' }) : undefined,
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

export function meta(args: Route.MetaArgs) {
  const q = args.loaderData?.q
  return head(args, { title: q ? text.found(q) : text.title, description: text.description, unlisted: Boolean(q) })
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
                  <ListHeading q={q} letter={letter} />
                </h2>
                {words.length > 0 && (
                  <ButtonLink
                    variant="line"
                    icon="print"
                    className="noprint"
                    href={listAddress(`${path}/print`, { q, letter })}
                    rel="nofollow"
                  >
                    {text.print}
                  </ButtonLink>
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

/** The letter bar; `current` is empty for all letters and undefined in a search. */
function Letters({ letters, current }: { letters: string[]; current: string | undefined }) {
  return (
    <nav aria-label={text.letters} className="noprint">
      <ul className="letters">
        {['', ...letters].map((letter) => (
          <li key={letter}>
            <a
              href={listAddress(path, { letter })}
              aria-current={letter === current ? 'true' : undefined}
              lang={letter ? 'und-fonipa' : undefined}
            >
              {letter || text.all}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Row({ word }: { word: Word }) {
  const { id, form, voice, deceased } = word
  return (
    <WordRow
      word={word}
      action={
        voice && !deceased ? (
          <ReadingAudio {...heard(voice)} title={form} soft />
        ) : (
          <ButtonLink className="noprint" variant="soft" sq icon="mic" label={text.say.link(form)} href={sayPage(id)} />
        )
      }
    >
      {deceased && voice && <WarningPlate look="round" />}
      <LabelMarks entry={word} />
    </WordRow>
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
          <ButtonLink href={kind.form} icon="plus">
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
        <ButtonLink href={kind.form} icon="plus">
          {text.addWord}
        </ButtonLink>
      </div>
      {/* It appears only once the page's script knows the size of the download, so nothing may follow it. */}
      <KeepDictionary />
    </aside>
  )
}
