import { useState } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { Checkbox } from '#ui/form/text-field.tsx'
import { NewPosts } from '#ui/new-posts.tsx'
import { Popover } from '#ui/popover.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { useNews } from '#web/news.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize, usePreferences } from '#web/preferences.ts'
import { WaitingPosts } from '../entry/waiting.tsx'
import type { Route } from './+types/list.page.ts'
import { ArticleCard } from './card.tsx'
import { categories, otherCategories } from './schema.ts'
import { text } from './text.ts'

/** Spec §9, until the member saves a number of their own. */
const ownPageSize = 10
const newTypes = ['article']
type Sort = keyof typeof text.sorts

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** All articles: search, filter and order run on the server and live in the address. */
export default function Articles() {
  const [params, change] = useAddressQuery()
  const query = readQuery(params)
  const pageSize = usePageSize(ownPageSize)
  const { defaultView } = usePreferences()
  const { list, items: articles } = usePaged(['article', 'list', query, pageSize], (page, options) =>
    api.article.list({ ...query, limit: pageSize, ...page }, options),
  )
  const { fresh, clear } = useNews(newTypes)

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
      <div className="row split">
        <h1>{text.title}</h1>
        <ButtonLink to="/contribute/articles" icon="plus">
          {text.write}
        </ButtonLink>
      </div>
      <SearchForm
        key={query.q}
        label={text.searchLabel}
        placeholder={text.searchLabel}
        submit={text.search}
        defaultValue={query.q}
        onSubmit={(event) => {
          event.preventDefault()
          change({ q: String(new FormData(event.currentTarget).get('q') ?? '') })
        }}
      />
      <div className="row tools">
        <CategoryFilter chosen={query.category} onChoose={(category) => change({ category })} />
        <Choice
          label={text.sort}
          value={query.sort}
          options={text.sorts}
          onChoose={(value) => change({ sort: value })}
        />
        <Button
          variant="line"
          aria-pressed={query.state === 'draft'}
          onClick={() => change({ state: query.state === 'draft' ? '' : 'draft' })}
        >
          {query.state === 'draft' ? text.published : text.drafts}
        </Button>
      </div>
      <WaitingPosts operation="article.create" />
      <PagedList
        list={list}
        loading={<Skeleton columns="g2" count={4} label={text.loading} />}
        failed={text.failed}
        none={
          <EmptyState slim title={text.none} actions={<ButtonLink to="/contribute/articles">{text.write}</ButtonLink>}>
            {text.noneHint}
          </EmptyState>
        }
      >
        {articles.length > 0 && (
          <div className={defaultView === 'grid' ? 'grid g2' : 'stack mid wide'}>
            {articles.map((article) => (
              <ArticleCard key={article.id} article={article} level={2} />
            ))}
          </div>
        )}
      </PagedList>
    </div>
  )
}

function readQuery(params: URLSearchParams) {
  const sort = params.get('sort') ?? 'latest'
  return {
    q: params.get('q') ?? '',
    category: params.getAll('category'),
    sort: (sort in text.sorts ? sort : 'latest') as Sort,
    state: params.get('state') === 'draft' ? ('draft' as const) : ('published' as const),
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
      title={text.category}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setTicked(chosen)
      }}
    >
      <fieldset>
        <legend>{text.category}</legend>
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
