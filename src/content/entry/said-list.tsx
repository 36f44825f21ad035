import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { Introduction } from './introduction.tsx'
import { text } from './text.ts'

type Addresses = {
  path: string
  /** Where one is added, and where it is told to the keepers. */
  add: string
  tell: string
}

type Props = Addresses & {
  q: string
  /** Where the list goes on; null at its end. */
  next: string | null
  introduction: string | null
  words: Words
  /** A row for each. */
  children: ReactNode[]
}

type Words = {
  title: string
  description: string
  searchLabel: string
  search: string
  none: string
  noneHelp: string
  add: string
  toKeepers: string
  missing: string
  missingHelp: string
  noMatch: (q: string) => string
  noMatchHelp: string
  all: string
}

/** All that people have said of one kind, with a search; an invitation while there is nothing. */
export function SaidList({ q, next, introduction, words, children, ...addresses }: Props) {
  const { path, add } = addresses
  const nothing = children.length === 0
  return (
    <>
      <TitleBand
        field="maize"
        title={words.title}
        lead={words.description}
        subnav={[...text.languagePages]}
        current={path}
      />
      <Introduction body={introduction} />
      {nothing && !q ? (
        <div className="sec">
          <div className="wrap">
            <Invitation words={words} {...addresses} />
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
              submit={words.search}
              defaultValue={q}
              data-live-form
            />
            <div id="results" data-live className="stack gap-5">
              {nothing && <NoMatch q={q} words={words} path={path} />}
              <ul className="list">{children}</ul>
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

function Invitation({ words, add, tell }: { words: Words } & Addresses) {
  return (
    <EmptyState
      title={words.none}
      actions={
        <>
          <ButtonLink href={add} icon="plus">
            {words.add}
          </ButtonLink>
          <ButtonLink variant="line" href={tell} icon="mic">
            {words.toKeepers}
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
      title={words.noMatch(q)}
      actions={
        <ButtonLink variant="line" href={path}>
          {words.all}
        </ButtonLink>
      }
    >
      {words.noMatchHelp}
    </EmptyState>
  )
}
