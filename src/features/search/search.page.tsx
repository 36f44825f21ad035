import { WarningPlate } from '#content/entry/covered.tsx'
import { LabelMarks } from '#content/entry/labels.tsx'
import { isPhonetic } from '#content/vocabulary/phonetic.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Word } from '#ui/labels.tsx'
import { EntryRow, ListRow } from '#ui/list.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { listAddress, listQuery, nextAddress } from '#web/list-address.ts'
import type { Route } from './+types/search.page.ts'
import { FoundKind, isType, type Type } from './kind.tsx'
import type { Found, Part } from './schema.ts'
import { text } from './text.ts'

const path = '/search'
const pageSize = 20

/** What was found for `?q=`, of one `type` if told, as far as this reader may see it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { params, q, lastKey } = listQuery(request)
  const asked = params.get('type') ?? ''
  const type: Type | '' = isType(asked) ? asked : ''
  const found = await context.get(apiContext).search.everything({ q, type, limit: pageSize, lastKey })
  return { ...found, q, type, next: nextAddress(path, { q, type }, found.lastKey) }
}

export function meta(given: Route.MetaArgs) {
  const q = given.loaderData?.q
  return head(given, { title: q ? text.found(q) : text.title, description: text.lead, unlisted: Boolean(q) })
}

export default function Search({ loaderData: { items, near, q, type, next } }: Route.ComponentProps) {
  return (
    <>
      <TitleBand field="dusk" title={text.title} lead={text.lead} />
      <div className="wrap content">
        <div className="stack gap-5 searched">
          <div className="stack gap-2 noprint">
            <SearchForm
              action={path}
              label={text.label}
              placeholder={text.placeholder}
              submit={text.submit}
              defaultValue={q}
              also={type ? { type } : undefined}
              data-live-form
            />
            <p className="small dim">{text.hint}</p>
          </div>
          <div id="results" data-live className="stack gap-5">
            {q && <Filter q={q} current={type} />}
            {items.length > 0 && (
              <section className="stack" aria-labelledby="found">
                <h2 className="t2" id="found" dir="auto">
                  {text.found(q)}
                </h2>
                <ul className="list">
                  {items.map((found) => (
                    <Row key={found.id} found={found} />
                  ))}
                </ul>
                <NextPage href={next} />
              </section>
            )}
            {items.length === 0 && near.length > 0 && <Near words={near} />}
            {items.length === 0 && <Nothing q={q} type={type} />}
          </div>
        </div>
      </div>
    </>
  )
}

function Filter({ q, current }: { q: string; current: string }) {
  const types = Object.entries(text.types)
  return (
    <nav className="subnav noprint" aria-label={text.filter}>
      <ul>
        {[['', text.all] as const, ...types].map(([type, label]) => (
          <li key={type}>
            <a href={listAddress(path, { q, type })} aria-current={type === current ? 'true' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Row({ found }: { found: Found }) {
  const { type, url, titleParts, excerpt, deceased } = found
  return (
    <ListRow>
      <div className="stack gap-1">
        <p>
          <FoundKind type={type} />
        </p>
        <h3 className="t1 word" dir="auto">
          <a href={url}>
            <Marked parts={titleParts} />
          </a>
        </h3>
        {excerpt.length > 0 && (
          <p dir="auto">
            <Marked parts={excerpt} />
          </p>
        )}
        <LabelMarks entry={found} />
        {deceased && <WarningPlate look="round" />}
      </div>
    </ListRow>
  )
}

function Marked({ parts }: { parts: Part[] }) {
  return parts.map(({ text, hit }, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no name but its place, and never moves
    return hit ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>
  })
}

type Loaded = Route.ComponentProps['loaderData']

function Near({ words }: { words: Loaded['near'] }) {
  return (
    <section className="stack" aria-labelledby="near">
      <h2 className="t2" id="near">
        {text.near}
      </h2>
      <ul className="list words">
        {words.map((word) => (
          <EntryRow
            key={word.id}
            form={
              <a href={`/language/vocabulary/${word.id}`}>
                <Word phonetic={isPhonetic(word)}>{word.marakwet}</Word>
              </a>
            }
            english={word.english}
            confirmed={!word.source}
          />
        ))}
      </ul>
    </section>
  )
}

function Nothing({ q, type }: Pick<Loaded, 'q' | 'type'>) {
  if (!q)
    return (
      <EmptyState slim title={text.begin}>
        {text.beginHelp}
      </EmptyState>
    )
  return (
    <EmptyState
      slim
      title={<span dir="auto">{text.noMatch(q)}</span>}
      actions={
        <>
          {type && <ButtonLink href={listAddress(path, { q })}>{text.allKinds}</ButtonLink>}
          <ButtonLink variant={type ? 'line' : 'filled'} href="/language/vocabulary">
            {text.dictionary}
          </ButtonLink>
        </>
      }
    >
      {type ? text.noMatchOfType : text.noMatchHelp}
    </EmptyState>
  )
}
