import { redirect } from 'react-router'
import { ArtifactCard } from '#content/artifact/card.tsx'
import { ConservationCard } from '#content/conservation/card.tsx'
import { Introduction } from '#content/entry/introduction.tsx'
import { HeritageCard, sectionPages } from '#content/heritage/card.tsx'
import type { Section as HeritageSection } from '#content/heritage/schema.ts'
import { hasRole } from '#core/permission.ts'
import { ButtonLink } from '#ui/button.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { type Api, apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { nextAddress } from '#web/list-address.ts'
import { viewerContext } from '#web/page.ts'
import type { Route } from './+types/section.page.ts'
import { partOf, type SectionName } from './sections.ts'
import { text } from './text.ts'

const pageSize = 24

/** What a section holds, newest first, or what a search found in it; while it holds nothing, an invitation. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const path = url.pathname.replace(/\/$/, '')
  const part = partOf(path)
  const page = part?.children.find(({ href, also }) => href === path || also === path)
  if (!part || !page) throw new Response(null, { status: 404 })
  const [q, artifact] = ['q', 'artifact'].map((name) => (url.searchParams.get(name) ?? '').trim().slice(0, 200))
  const given = { ...(q && { q }), ...(artifact && { artifact }) }
  const lastKey = url.searchParams.get('lastKey') ?? undefined
  const api = context.get(apiContext)
  const held = await holdingOf(api, page, { q, artifactId: artifact, lastKey, limit: pageSize })
  const first = !q && !artifact && !lastKey
  const { body: introduction } = first ? await api.introduction.get({ section: page.name }) : { body: null }
  const nothing = !held?.items.length
  // What stood there when the link was made has gone since.
  if (nothing && lastKey) throw redirect(path)
  const empty = nothing && !q && !artifact
  const wordCount = empty ? ((await api.home.counts({})).vocabulary ?? 0) : 0
  const next = nextAddress(path, given, held?.lastKey ?? null)
  const contribute = hasRole(context.get(viewerContext), 'keeper') ? contributePage(page) : undefined
  return { path, part, page, held, introduction, empty, wordCount, q: q ?? '', next, contribute }
}

type Page = { href: string; name: SectionName }
type Query = { q?: string; artifactId?: string; lastKey: string | undefined; limit: number }

function heritageAt(href: string): HeritageSection | undefined {
  const sections = Object.entries(sectionPages) as [HeritageSection, { href: string }][]
  return sections.find(([, page]) => page.href === href)?.[0]
}

async function holdingOf(api: Api, { name, href }: Page, { artifactId, ...query }: Query) {
  if (name === 'artifacts') return { kind: 'artifact' as const, ...(await api.artifact.list(query)) }
  if (name === 'conservation')
    return { kind: 'conservation' as const, ...(await api.conservation.list({ ...query, artifactId })) }
  const section = heritageAt(href)
  return section && { kind: 'heritage' as const, ...(await api.heritage.list({ ...query, section })) }
}

function contributePage({ name, href }: Page): string | undefined {
  if (name === 'artifacts' || name === 'conservation') return `/contribute/${name}`
  const section = heritageAt(href)
  return section && `/contribute/heritage?section=${section}`
}

/** Where anyone gives what they know of it to the keepers. */
function storyPage({ name }: Page): string {
  return `/contribute/story?section=${name}`
}

export function meta(given: Route.MetaArgs) {
  if (!given.loaderData) return head(given, { unlisted: true })
  const { page, q } = given.loaderData
  const { [page.name]: title } = text.sections
  return head(given, { title, description: text.sectionAbout(title), path: page.href, unlisted: q !== '' })
}

type Loaded = Route.ComponentProps['loaderData']

export default function Section({ loaderData }: Route.ComponentProps) {
  const { part, page, empty, introduction } = loaderData
  const subnav = part.children.map(({ href, name }) => ({ href, label: text.sections[name] }))
  return (
    <>
      <TitleBand
        field={part.field}
        title={text.sections[page.name]}
        subnav={subnav.length > 1 ? subnav : []}
        current={page.href}
      />
      <Introduction body={introduction} />
      {empty ? <Empty loaded={loaderData} /> : <Holding loaded={loaderData} />}
    </>
  )
}

function Holding({ loaded: { path, page, held, q, next, contribute } }: { loaded: Loaded }) {
  const label = text.search.label(text.sections[page.name])
  return (
    <div className="wrap content stack gap-5">
      <div className="row split noprint">
        <SearchForm
          className="grow"
          action={path}
          label={label}
          placeholder={label}
          submit={text.search.submit}
          defaultValue={q}
          data-live-form
        />
        <ButtonLink variant="line" icon={contribute ? 'plus' : 'mic'} href={contribute ?? storyPage(page)}>
          {contribute ? text.search.add : text.empty.tell}
        </ButtonLink>
      </div>
      <div id="results" data-live className="stack gap-5">
        {!held?.items.length && (
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
          <Cards held={held} />
        </ul>
        <NextPage href={next} />
      </div>
    </div>
  )
}

function Cards({ held }: Pick<Loaded, 'held'>) {
  if (held?.kind === 'artifact') return held.items.map((one) => <ArtifactCard key={one.id} artifact={one} />)
  if (held?.kind === 'conservation') return held.items.map((one) => <ConservationCard key={one.id} record={one} />)
  return held?.items.map((one) => <HeritageCard key={one.id} entry={one} />)
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
                  <ButtonLink variant="line" href={story} icon="article">
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
