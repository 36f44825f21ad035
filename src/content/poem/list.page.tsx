import { ButtonLink } from '#ui/button.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { WarningPlate } from '../entry/covered.tsx'
import { Introduction } from '../entry/introduction.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import { Lines } from '../entry/lines.tsx'
import { text as ofEntries } from '../entry/text.ts'
import type { Route } from './+types/list.page.ts'
import { contributePage, poemList, poemPage } from './card.tsx'
import type { Poem } from './schema.ts'
import { text } from './text.ts'

export const handle = { current: '/language' }

/** All poems newest first, or what a search found; both live in the address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const q = (params.get('q') ?? '').trim().slice(0, 200)
  const api = context.get(apiContext)
  const from = params.get('lastKey') ?? undefined
  const { items, lastKey } = await api.poem.list({ q, limit: 24, lastKey: from })
  const { body } = q || from ? { body: null } : await api.introduction.get({ section: 'poems' })
  const next = lastKey && `${poemList}?${new URLSearchParams({ ...(q && { q }), lastKey: JSON.stringify(lastKey) })}`
  return { items, q, next, introduction: body }
}

export function meta(given: Route.MetaArgs) {
  return head(given, { title: text.title, description: text.description })
}

export default function Poems({ loaderData: { items, q, next, introduction } }: Route.ComponentProps) {
  const nothing = items.length === 0
  return (
    <>
      <TitleBand
        field="maize"
        title={text.title}
        lead={text.description}
        subnav={[...ofEntries.languagePages]}
        current={poemList}
      />
      <Introduction body={introduction} />
      {nothing && !q ? (
        <div className="sec">
          <div className="wrap">
            <Invitation />
          </div>
        </div>
      ) : (
        <div className="wrap content grid g84">
          <div className="stack gap-5">
            <SearchForm
              className="noprint"
              action={poemList}
              label={text.searchLabel}
              placeholder={text.searchLabel}
              submit={text.search}
              defaultValue={q}
              data-live-form
            />
            <div id="results" data-live className="stack gap-5">
              {nothing && <NoMatch q={q} />}
              <ul className="list">
                {items.map((poem) => (
                  <Row key={poem.id} poem={poem} />
                ))}
              </ul>
              {next && (
                <p className="noprint">
                  <ButtonLink href={next} data-load-more>
                    {text.loadMore}
                  </ButtonLink>
                </p>
              )}
            </div>
          </div>
          <aside className="noprint stack gap-5" aria-label={text.missing}>
            <div className="talk ochre stack">
              <h2 className="t2">{text.missing}</h2>
              <p>{text.missingHelp}</p>
              <ButtonLink href={contributePage} icon="plus">
                {text.add}
              </ButtonLink>
            </div>
          </aside>
        </div>
      )}
    </>
  )
}

function Row({ poem }: { poem: Poem }) {
  const { id, title, poet, original, translation } = poem
  return (
    <li className="stack gap-2">
      <h2 className="t2">
        <a href={poemPage(id)}>{title}</a>
      </h2>
      {poet && <p className="dim">{text.by(poet)}</p>}
      <div className="grid g2">
        <Lines of="enb" most={2}>
          {original}
        </Lines>
        {translation && <Lines most={2}>{translation}</Lines>}
      </div>
      <LabelMarks entry={poem} />
      {poem.deceased && <WarningPlate look="round" />}
    </li>
  )
}

function Invitation() {
  return (
    <EmptyState
      title={text.none}
      actions={
        <>
          <ButtonLink href={contributePage} icon="plus">
            {text.add}
          </ButtonLink>
          <ButtonLink variant="line" href="/contribute/story?section=poems" icon="mic">
            {text.toKeepers}
          </ButtonLink>
        </>
      }
    >
      {text.noneHelp}
    </EmptyState>
  )
}

function NoMatch({ q }: { q: string }) {
  return (
    <EmptyState
      slim
      title={text.noMatch(q)}
      actions={
        <ButtonLink variant="line" href={poemList}>
          {text.all}
        </ButtonLink>
      }
    >
      {text.noMatchHelp}
    </EmptyState>
  )
}
