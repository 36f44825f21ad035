import { Introduction } from '#content/entry/page/introduction.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { soundOf } from '#content/media/page/sound.ts'
import { pageLinks } from '#content/section/parts.ts'
import { text as offline } from '#src/offline/text.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatBytes } from '#ui/data/formats.ts'
import { Icon } from '#ui/drawing/icon.tsx'
import { SilentWave } from '#ui/drawing/terraces.tsx'
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
import { text as ofVoice } from './voice/text.ts'

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
  const isResearch = words.some(({ source, confirmed }) => source && !confirmed)
  return (
    <>
      <TitleBand field="maize" title={text.title} subnav={pageLinks(path)} current={path}>
        <SearchForm
          className="noprint"
          action={path}
          label={text.searchLabel}
          placeholder={text.placeholder}
          defaultValue={q}
          data-live-form
        />
        <p className="row split noprint">
          <b className="grow">{text.voices(overview)}</b>
          <ButtonLink icon="mic" href="/record">
            {text.lendVoice}
          </ButtonLink>
        </p>
      </TitleBand>
      <Introduction body={introduction} />
      <div className="wrap content grid g84">
        <div className="stack gap-5">
          <div id="results" data-live className="stack gap-5">
            <Letters letters={overview.letters} current={q ? undefined : letter} />
            <section className="stack" aria-labelledby="found">
              {/* All words are what the page's own heading announces. */}
              <h2 className={q || letter ? 't2' : 'sr'} id="found">
                <ListHeading q={q} letter={letter} />
              </h2>
              {isResearch && (
                <p className="mark light dim legend">
                  <Icon name="ring" />
                  <span>
                    {offline.published}. <a href="#sources">{text.sources}</a>
                  </span>
                </p>
              )}
              {words.length === 0 ? (
                <Nothing q={q} letter={letter} />
              ) : (
                <ul className="list words">
                  {words.map((word) => (
                    <Row key={word.id} word={word} />
                  ))}
                </ul>
              )}
              <div className="row noprint">
                <NextPage href={next} />
                {words.length > 0 && (
                  <ButtonLink
                    variant="line"
                    icon="print"
                    href={listAddress(`${path}/print`, { q, letter })}
                    rel="nofollow"
                  >
                    {text.print}
                  </ButtonLink>
                )}
              </div>
              <p className="small dim">{text.count(overview)}</p>
              {isResearch && <Research sources={overview.sources} />}
              {overview.total > 0 && !q && (
                <p className="noprint small">
                  {text.take} <a href="/export/vocabulary.csv">CSV</a>, <a href="/export/vocabulary.zip">CLDF</a>.{' '}
                  {text.takeAll} <a href="/export/everything.jsonld">JSON-LD</a>.
                </p>
              )}
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
  const sound = voice && soundOf({ ...voice.file, title: form })
  return (
    <WordRow
      word={word}
      action={
        sound && !deceased ? (
          <ReadingAudio {...sound} />
        ) : (
          <ButtonLink className="noprint" variant="line" sq icon="mic" label={ofVoice.link(form)} href={sayPage(id)} />
        )
      }
    >
      {deceased && sound && <WarningPlate look="round" />}
      {sound?.size !== undefined && !deceased && <p className="small dim num">{formatBytes(sound.size)}</p>}
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
          <h2 className="t2">{ofVoice.silentTitle}</h2>
          <p>{ofVoice.silentBody}</p>
          <SilentWave />
          <ButtonLink href={sayPage(silent.id)} icon="mic">
            {ofVoice.one}
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
