import { redirect } from 'react-router'
import { ArtifactCard } from '#content/artifact/card.tsx'
import { ConservationCard } from '#content/conservation/card.tsx'
import { kindOf } from '#content/entry/address.ts'
import { Introduction } from '#content/entry/page/introduction.tsx'
import { mayCreate } from '#content/entry/policy.ts'
import { HeritageCard } from '#content/heritage/card.tsx'
import { sections } from '#content/heritage/kind.ts'
import type { Section as HeritageSection } from '#content/heritage/schema.ts'
import type { SectionPage } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import { pageLinks, partOf, type SectionName } from '#content/section/parts.ts'
import { text as names } from '#content/section/text.ts'
import type { Viewer } from '#core/context.ts'
import { ButtonLink } from '#ui/button.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import { type Api, apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { nextAddress } from '#web/list-address.ts'
import { viewerContext } from '#web/page.ts'
import type { Route } from './+types/section.page.ts'
import { text } from './text.ts'

const pageSize = 24

/** Loads a section's entries, newest first, or the results of a search; for an empty section, the number of words. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const path = url.pathname.replace(/\/$/, '')
  const part = partOf(path)
  const page = part?.children.find(({ href, also }) => href === path || also === path)
  if (!part || !page) throw new Response(null, { status: 404 })
  const [q, artifact] = ['q', kinds.artifact.type].map((name) =>
    (url.searchParams.get(name) ?? '').trim().slice(0, 200),
  )
  const query = { ...(q && { q }), ...(artifact && { artifact }) }
  const lastKey = url.searchParams.get('lastKey') ?? undefined
  const api = context.get(apiContext)
  const holding = await holdingOf(api, page, { q, artifactId: artifact, lastKey, limit: pageSize })
  const first = !q && !artifact && !lastKey
  const { body: introduction } = first ? await api.introduction.get({ section: page.name }) : { body: null }
  const nothing = !holding?.items.length
  // If the page is empty, its entries have been removed since the link was made.
  if (nothing && lastKey) throw redirect(path)
  const empty = nothing && !q && !artifact
  const wordCount = empty ? ((await api.home.counts({})).vocabulary ?? 0) : 0
  const next = nextAddress(path, query, holding?.lastKey ?? null)
  const contribute = contributePage(page, context.get(viewerContext))
  return { path, part, page, holding, introduction, empty, wordCount, q: q ?? '', next, contribute }
}

type Page = SectionPage<SectionName>
type Query = { q?: string; artifactId?: string; lastKey: string | undefined; limit: number }

function heritageAt(href: string): HeritageSection | undefined {
  const all = Object.entries(sections) as [HeritageSection, { href: string }][]
  return all.find(([, page]) => page.href === href)?.[0]
}

async function holdingOf(api: Api, { holds, href }: Page, { artifactId, ...query }: Query) {
  const { artifact, conservation } = kinds
  if (holds === artifact.type) return { kind: artifact.type, ...(await api.artifact.list(query)) }
  if (holds === conservation.type)
    return { kind: conservation.type, ...(await api.conservation.list({ ...query, artifactId })) }
  const section = heritageAt(href)
  return section && { kind: kinds.heritage.type, ...(await api.heritage.list({ ...query, section })) }
}

/** Returns the path of the form for the page's entries, if the viewer may create them. */
function contributePage({ holds, href }: Page, viewer: Viewer | null): string | undefined {
  const section = heritageAt(href)
  const kind = section ? kinds.heritage : kindOf(holds)
  if (!kind || !mayCreate(viewer, kind)) return undefined
  return section ? `${kind.form}?section=${section}` : kind.form
}

/** Returns the path of the form that sends a story to the keepers. */
function storyPage({ name }: Page): string {
  return `/contribute/story?section=${name}`
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { page, q } = args.loaderData
  const { [page.name]: title } = names.sections
  return head(args, { title, description: text.sectionAbout(title), path: page.href, unlisted: q !== '' })
}

type Loaded = Route.ComponentProps['loaderData']

export default function Section({ loaderData }: Route.ComponentProps) {
  const { part, page, empty, introduction } = loaderData
  return (
    <>
      <TitleBand
        field={part.field}
        title={names.sections[page.name]}
        subnav={pageLinks(page.href)}
        current={page.href}
      />
      <Introduction body={introduction} />
      {empty ? <Empty loaded={loaderData} /> : <Holding loaded={loaderData} />}
    </>
  )
}

function Holding({ loaded: { path, page, holding, q, next, contribute } }: { loaded: Loaded }) {
  const label = text.search.label(names.sections[page.name])
  return (
    <div className="wrap content stack gap-5">
      <div className="row split noprint">
        <SearchForm className="grow" action={path} label={label} placeholder={label} defaultValue={q} data-live-form />
        <ButtonLink variant="line" icon={contribute ? 'plus' : 'mic'} href={contribute ?? storyPage(page)}>
          {contribute ? text.search.add : text.empty.tell}
        </ButtonLink>
      </div>
      <div id="results" data-live className="stack gap-5">
        {!holding?.items.length && (
          <EmptyState
            slim
            title={text.search.none}
            actions={
              <ButtonLink variant="line" href={path}>
                {text.search.all}
              </ButtonLink>
            }
          >
            {text.search.noneHint}
          </EmptyState>
        )}
        <ul className="grid g3" data-list>
          <Cards holding={holding} />
        </ul>
        <NextPage href={next} />
      </div>
    </div>
  )
}

function Cards({ holding }: Pick<Loaded, 'holding'>) {
  if (holding?.kind === kinds.artifact.type)
    return holding.items.map((one, at) => <ArtifactCard key={one.id} artifact={one} opening={at === 0} />)
  if (holding?.kind === kinds.conservation.type)
    return holding.items.map((one, at) => <ConservationCard key={one.id} record={one} opening={at === 0} />)
  return holding?.items.map((one, at) => <HeritageCard key={one.id} entry={one} opening={at === 0} />)
}

function Empty({ loaded: { page, contribute, wordCount } }: { loaded: Loaded }) {
  const words = text.empty
  const story = storyPage(page)
  return (
    <div className="sec">
      <div className="wrap stack gap-7">
        <EmptyState
          title={words.title}
          actions={
            <>
              {contribute && (
                <ButtonLink href={contribute} icon="plus">
                  {text.search.add}
                </ButtonLink>
              )}
              <ButtonLink variant={contribute ? 'line' : 'filled'} href={story} icon="mic">
                {words.tell}
              </ButtonLink>
              {!contribute && (
                <>
                  <ButtonLink variant="line" href={story} icon="page">
                    {words.write}
                  </ButtonLink>
                  <ButtonLink variant="line" href={story} icon="photo">
                    {words.picture}
                  </ButtonLink>
                </>
              )}
            </>
          }
        >
          {words.body}
        </EmptyState>
        <section className="grid g57" aria-labelledby="before">
          <h2 id="before">{words.before}</h2>
          <ul className="list">
            {words.rules.map(([rule, why]) => (
              <li key={rule}>
                <h3>{rule}</h3>
                <p className="dim">{why}</p>
              </li>
            ))}
          </ul>
        </section>
        {wordCount > 0 && (
          <p>
            {words.meanwhile} <a href="/language/vocabulary">{words.wordsOfTheLanguage(wordCount)}</a>.
          </p>
        )}
      </div>
    </div>
  )
}
