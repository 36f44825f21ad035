import type { ReactNode } from 'react'
import { Introduction } from '#content/entry/page/introduction.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import type { TextKind } from './schema.ts'
import { text } from './text.ts'

type Word = 'title' | 'description' | 'searchLabel' | 'none' | 'noneHelp' | 'add' | 'missing' | 'missingHelp' | 'all'

type Props = {
  kind: TextKind
  /** Links to the pages of its part. */
  subnav: { href: string; label: string }[]
  q: string
  /** The address of the next page; null at the end. */
  next: string | null
  introduction: string | null
  words: Words
  /** One row per entry. */
  children: ReactNode[]
}

type Words = Record<Word, string> & { noMatch: (q: string) => string }

/** A searchable list of texts, or an invitation to add one while it is empty. */
export function TextList({ kind, subnav, q, next, introduction, words, children }: Props) {
  const { list: path, form: add } = kind
  const nothing = children.length === 0
  return (
    <>
      <TitleBand field="maize" title={words.title} lead={words.description} subnav={subnav} current={path} />
      <Introduction body={introduction} />
      {nothing && !q ? (
        <div className="sec">
          <div className="wrap">
            <Invitation words={words} kind={kind} />
          </div>
        </div>
      ) : (
        <div className="wrap content grid g84">
          <div className="stack gap-5">
            <SearchForm
              className="noprint"
              action={path}
              label={words.searchLabel}
              placeholder={words.searchLabel}
              defaultValue={q}
              data-live-form
            />
            <div id="results" data-live className="stack gap-5">
              {nothing && <NoMatch q={q} words={words} path={path} />}
              <ul className="stack" data-list>
                {children}
              </ul>
              <NextPage href={next} />
            </div>
          </div>
          <aside className="noprint stack gap-5" aria-label={words.missing}>
            <div className="talk ochre stack">
              <h2 className="t2">{words.missing}</h2>
              <p>{words.missingHelp}</p>
              <ButtonLink href={add} icon="plus">
                {words.add}
              </ButtonLink>
            </div>
          </aside>
        </div>
      )}
    </>
  )
}

function Invitation({ words, kind }: { words: Words; kind: TextKind }) {
  return (
    <EmptyState
      title={words.none}
      actions={
        <>
          <ButtonLink href={kind.form} icon="plus">
            {words.add}
          </ButtonLink>
          <ButtonLink variant="line" href={`/contribute/story?section=${kind.section.name}`} icon="mic">
            {text.toKeepers}
          </ButtonLink>
        </>
      }
    >
      {words.noneHelp}
    </EmptyState>
  )
}

function NoMatch({ q, words, path }: { q: string; words: Words; path: string }) {
  return (
    <EmptyState
      slim
      plain
      title={words.noMatch(q)}
      actions={
        <ButtonLink variant="line" href={path}>
          {words.all}
        </ButtonLink>
      }
    >
      {text.noMatchHelp}
    </EmptyState>
  )
}
