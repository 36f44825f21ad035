import { kindOf } from '#content/entry/address.ts'
import { kindName, kindPlural } from '#content/entry/kind-names.ts'
import { BriefKind, lookOf } from '#content/entry/list/brief.tsx'
import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { AuthorName } from '#content/entry/page/author.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { kinds } from '#content/kinds.ts'
import { WordRow } from '#content/vocabulary/card.tsx'
import { text as ofWords } from '#content/vocabulary/text.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PaintWhole } from '#ui/layout/first-paint.tsx'
import { Section } from '#ui/layout/section.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { listAddress, listQuery, nextAddress } from '#web/list-address.ts'
import type { Route } from './+types/search.page.ts'
import type { Part, SearchResult } from './schema.ts'
import { text } from './text.ts'

const path = '/search'
const pageSize = 20

/** Loads the results of `?q=` that this reader may see, optionally of one `type`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { params, q, lastKey } = listQuery(request)
  const requested = params.get('type') ?? ''
  const type = kindOf(requested) ? requested : ''
  const results = await context.get(apiContext).search.everything({ q, type, limit: pageSize, lastKey })
  return { ...results, q, type, next: nextAddress(path, { q, type }, results.lastKey) }
}

export function meta(args: Route.MetaArgs) {
  const q = args.loaderData?.q
  return head(args, { title: q ? text.found(q) : text.title, description: text.lead, unlisted: Boolean(q) })
}

export default function Search({ loaderData: { items, near, q, type, next } }: Route.ComponentProps) {
  return (
    <>
      {items.length === 0 && <PaintWhole />}
      <TitleBand field="dusk" title={text.title}>
        <SearchForm
          action={path}
          label={text.label}
          placeholder={text.placeholder}
          defaultValue={q}
          also={type ? { type } : undefined}
          focused={!q}
          data-live-form
        />
      </TitleBand>
      <div className="wrap content">
        <div className="stack gap-5 searched">
          <div id="results" data-live className="stack gap-5">
            {q && <Filter q={q} current={type} />}
            {items.length > 0 && (
              <section className="stack" aria-labelledby="found">
                <h2 className="t2" id="found" dir="auto">
                  {text.found(q)}
                </h2>
                <ul className="list">
                  {items.map((result) => (
                    <Row key={result.id} result={result} />
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
  const types = Object.keys(kinds).map((type) => [type, kindPlural(type)] as const)
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

function Row({ result }: { result: SearchResult }) {
  const { type, url, titleParts, excerpt, author, cover, deceased } = result
  const isPictured = cover !== null && cover.kind !== 'audio' && !deceased
  const { field } = lookOf(type)
  return (
    <ListRow
      lead={
        isPictured ? (
          <CardPicture entry={result} picture={cover} field={field} look="tall" sizes="72px" />
        ) : (
          <BriefKind kind={type} quiet />
        )
      }
    >
      {isPictured && <span className="sr">{kindName(type)}</span>}
      <h3 className="t1 word" dir="auto">
        <a href={url}>
          <Marked parts={titleParts} />
        </a>
      </h3>
      {excerpt.length > 0 && (
        <p className="small two-lines" dir="auto">
          <Marked parts={excerpt} />
        </p>
      )}
      {author && (
        <p className="small dim break">
          <AuthorName author={author} />
        </p>
      )}
      <LabelMarks entry={result} quiet />
      {deceased && <WarningPlate look="round" />}
    </ListRow>
  )
}

function Marked({ parts }: { parts: Part[] }) {
  return parts.map(({ text, hit }, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id and never move
    return hit ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>
  })
}

type Loaded = Route.ComponentProps['loaderData']

function Near({ words }: { words: Loaded['near'] }) {
  return (
    <Section id="near" title={text.near}>
      <ul className="list words">
        {words.map((word) => (
          <WordRow key={word.id} word={word} brief />
        ))}
      </ul>
    </Section>
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
      plain
      title={<span dir="auto">{text.noMatch(q)}</span>}
      actions={
        <>
          {type && <ButtonLink href={listAddress(path, { q })}>{text.allKinds}</ButtonLink>}
          <ButtonLink variant="line" href="/language/vocabulary">
            {text.dictionary}
          </ButtonLink>
          <ButtonLink variant="line" href={kinds.vocabulary.form} icon="plus">
            {ofWords.addWord}
          </ButtonLink>
        </>
      }
    >
      {type ? text.noMatchOfType : text.noMatchHelp}
    </EmptyState>
  )
}
