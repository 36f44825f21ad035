import { useSearchParams } from 'react-router'
import { WaitingPosts } from '#content/entry/waiting.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import type { Route } from './+types/story.page.ts'
import { SuggestionRow } from './card.tsx'
import { SuggestionForm } from './form.tsx'
import { Section } from './schema.ts'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** Give a text or a recording to the keepers, and see what became of what one gave before. */
export default function ContributeStory() {
  const asked = Section.safeParse(useSearchParams()[0].get('section'))
  const section = asked.data ?? 'stories'
  const { list, items } = usePaged(['suggestion', 'mine'], (page, options) =>
    api.suggestion.mine({ limit: 10, ...page }, options),
  )
  return (
    <div className="stack gap-6 mid">
      <div className="stack gap-2">
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
      </div>
      <SuggestionForm key={section} section={section} onSubmitted={() => list.refetch()} />
      <WaitingPosts operation="suggestion.create" />
      <PagedList
        list={list}
        loading={<Skeleton shape="list" count={1} label={text.loading} />}
        failed={text.mineFailed}
        none={null}
      >
        {items.length > 0 && (
          <section className="stack" aria-labelledby="mine">
            <h2 className="t2" id="mine">
              {text.mine}
            </h2>
            <ul className="list">
              {items.map((suggestion) => (
                <SuggestionRow key={suggestion.id} level={3} suggestion={suggestion} />
              ))}
            </ul>
          </section>
        )}
      </PagedList>
    </div>
  )
}
