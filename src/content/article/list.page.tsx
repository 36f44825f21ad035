import { useState } from 'react'
import { MemberList } from '#content/entry/list/member-list.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { Checkbox } from '#ui/form/text-field.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { NewPosts } from '#ui/state/new-posts.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useNewPosts } from '#web/new-posts.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import { ArticleCard } from './card.tsx'
import { kind } from './kind.ts'
import { categories, otherCategories } from './schema.ts'
import { text } from './text.ts'

const newTypes = [kind.type]
type Sort = keyof typeof text.sorts

export const meta = titled(() => text.title)

/** The list of articles. The search, the filters and the sort order are in the address, and the server applies them. */
export default function Articles() {
  const [params, change] = useAddressQuery()
  const query = readQuery(params)
  const { list, items: articles } = usePaged([kind.type, 'list'], api.article.list, {
    ...query,
    limit: usePageSize(10),
  })
  const { fresh, clear } = useNewPosts(newTypes)

  return (
    <div className="stack gap-5">
      <NewPosts
        label={fresh.length ? text.newArticles : null}
        busy={list.isRefetching}
        onShow={async () => {
          await list.refetch()
          clear()
          scrollTo({ top: 0 })
        }}
      />
      <MemberList
        type={kind.type}
        title={text.title}
        text={text}
        add={text.write}
        q={query.q}
        isFiltered={query.category.length > 0}
        onSearch={(q) => change({ q })}
        filters={
          <div className="row tools">
            <CategoryFilter chosen={query.category} onChoose={(category) => change({ category })} />
            <Choice
              label={text.sort}
              value={query.sort}
              options={text.sorts}
              onChoose={(value) => change({ sort: value })}
            />
            <ButtonLink variant="line" to="/dashboard/posts?state=drafts">
              {text.drafts}
            </ButtonLink>
          </div>
        }
        list={list}
        items={articles}
        card={(article) => <ArticleCard key={article.id} article={article} level={2} />}
      />
    </div>
  )
}

function readQuery(params: URLSearchParams) {
  const sort = params.get('sort') ?? 'latest'
  return {
    q: params.get('q') ?? '',
    category: params.getAll('category'),
    sort: (sort in text.sorts ? sort : 'latest') as Sort,
  }
}

function CategoryFilter({ chosen, onChoose }: { chosen: string[]; onChoose: (categories: string[]) => void }) {
  const [open, setOpen] = useState(false)
  const [ticked, setTicked] = useState(chosen)
  function finish(next: string[]) {
    setOpen(false)
    onChoose(next)
  }
  return (
    <Popover
      label={chosen.length ? text.filterOn(chosen.length) : text.filter}
      icon="filter"
      title={text.form.category}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setTicked(chosen)
      }}
    >
      <fieldset>
        <legend>{text.form.category}</legend>
        {[...categories, otherCategories].map((category) => (
          <Checkbox
            key={category}
            label={category === otherCategories ? text.other : text.categoryName(category)}
            checked={ticked.includes(category)}
            onChange={(event) =>
              setTicked(event.target.checked ? [...ticked, category] : ticked.filter((other) => other !== category))
            }
          />
        ))}
      </fieldset>
      <div className="row">
        <Button onClick={() => finish(ticked)}>{text.apply}</Button>
        <Button variant="text" onClick={() => finish([])}>
          {text.clear}
        </Button>
      </div>
    </Popover>
  )
}
