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
import { contributePage, proverbList, proverbPage } from './card.tsx'
import type { Proverb } from './schema.ts'
import { text } from './text.ts'

export const handle = { current: '/language' }

/** All proverbs newest first, or what a search found; both live in the address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const q = (params.get('q') ?? '').trim().slice(0, 200)
  const api = context.get(apiContext)
  const from = params.get('lastKey') ?? undefined
  const { items, lastKey } = await api.proverb.list({ q, limit: 24, lastKey: from })
  const { body } = q || from ? { body: null } : await api.introduction.get({ section: 'proverbs' })
  const next = lastKey && `${proverbList}?${new URLSearchParams({ ...(q && { q }), lastKey: JSON.stringify(lastKey) })}`
  return { items, q, next, introduction: body }
}

export function meta(given: Route.MetaArgs) {
  return head(given, { title: text.title, description: text.description })
}

export default function Proverbs({ loaderData: { items, q, next, introduction } }: Route.ComponentProps) {
  const nothing = items.length === 0
  return (
    <>
      <TitleBand
        field="maize"
        title={text.title}
        lead={text.description}
        subnav={[...ofEntries.languagePages]}
        current={proverbList}
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
              action={proverbList}
              label={text.searchLabel}
              placeholder={text.searchLabel}
              submit={text.search}
              defaultValue={q}
              data-live-form
            />
            <div id="results" data-live className="stack gap-5">
              {nothing && <NoMatch q={q} />}
              <ul className="list">
                {items.map((proverb) => (
                  <Row key={proverb.id} proverb={proverb} />
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

function Row({ proverb }: { proverb: Proverb }) {
  const { id, original, translation } = proverb
  return (
    <li className="grid g2">
      <p className="t1 strong word" lang="enb">
        <a href={proverbPage(id)}>{original}</a>
      </p>
      {translation && <Lines most={3}>{translation}</Lines>}
      <LabelMarks entry={proverb} />
      {proverb.deceased && <WarningPlate look="round" />}
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
          <ButtonLink variant="line" href="/contribute/story?section=proverbs" icon="mic">
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
        <ButtonLink variant="line" href={proverbList}>
          {text.all}
        </ButtonLink>
      }
    >
      {text.noMatchHelp}
    </EmptyState>
  )
}
