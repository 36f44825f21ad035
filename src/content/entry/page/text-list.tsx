import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import { text } from '../text.ts'
import { Introduction } from './introduction.tsx'

type Addresses = {
  path: string
  /** The paths of the form for a new entry and of the suggestion form. */
  add: string
  tell: string
}

type Props = Addresses & {
  q: string
  /** The address of the next page; null at the end. */
  next: string | null
  introduction: string | null
  words: Words
  /** One row per entry. */
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

/** A searchable list of poems or proverbs, or an invitation to add one while it is empty. */
export function TextList({ q, next, introduction, words, children, ...addresses }: Props) {
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
