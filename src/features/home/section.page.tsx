import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import type { Route } from './+types/section.page.ts'
import { partOf } from './sections.ts'
import { text } from './text.ts'

const words = text.empty

/** The page of a section that has no type of entry yet: it says so, and invites. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname.replace(/\/$/, '')
  const part = partOf(path)
  const page = part?.children.find(({ href }) => href === path)
  if (!part || !page) throw new Response(null, { status: 404 })
  const counts = await context.get(apiContext).home.counts({})
  return { path, part, name: page.name, title: text.sections[page.name], wordCount: counts.vocabulary ?? 0 }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: `${loaderData?.title} | ${matches[0].loaderData?.siteName}` }]
}

export default function Section({ loaderData: { path, part, name, title, wordCount } }: Route.ComponentProps) {
  const subnav = part.children.map(({ href, name }) => ({ href, label: text.sections[name] }))
  return (
    <>
      <TitleBand field={part.field} title={title} subnav={subnav.length > 1 ? subnav : []} current={path} />
      <div className="sec">
        <div className="wrap stack gap-7">
          <EmptyState
            title={words.title}
            actions={
              <>
                <ButtonLink href={`/contribute/story?section=${name}`} icon="mic">
                  {words.tell}
                </ButtonLink>
                <ButtonLink variant="line" href={`/contribute/story?section=${name}`} icon="article">
                  {words.write}
                </ButtonLink>
                <ButtonLink variant="line" href={`/contribute/story?section=${name}`} icon="photo">
                  {words.picture}
                </ButtonLink>
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
    </>
  )
}
