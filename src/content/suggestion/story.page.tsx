import { useSearchParams } from 'react-router'
import { WaitingPosts } from '#content/entry/list/waiting.tsx'
import { Section } from '#content/section/schema.ts'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { usePaged } from '#web/paged.ts'
import { SuggestionRow } from './card.tsx'
import { SuggestionForm } from './form.tsx'
import { text } from './text.ts'

export const meta = titled(() => text.title)

/** The page where members send the keepers a story, and read the replies to their earlier ones. */
export default function ContributeStory() {
  const parsed = Section.safeParse(useSearchParams()[0].get('section'))
  const section = parsed.data ?? 'stories'
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
      <PagedList list={list} loading={{ count: 1, label: text.loading }} failed={text.mineFailed} none={null}>
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
