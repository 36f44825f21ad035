import { Button, ButtonLink } from '#ui/button.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize, usePreferences } from '#web/preferences.ts'
import { WaitingPosts } from '../entry/waiting.tsx'
import type { Route } from './+types/list.page.ts'
import { MediaCard } from './card.tsx'
import type { Media } from './schema.ts'
import { text } from './text.ts'

/** Spec §9, until the member saves a number of their own. */
const ownPageSize = 10
const types = ['IMAGE', 'VIDEO', 'AUDIO'] as const

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.gallery} | ${matches[0].loaderData?.siteName}` }]
}

/** Pictures, videos and recordings: search and kind run on the server and live in the address. */
export default function Gallery() {
  const [params, change] = useAddressQuery()
  const q = params.get('q') ?? ''
  const type = types.find((one) => one === params.get('type')?.toUpperCase())
  const pageSize = usePageSize(ownPageSize)
  const { defaultView } = usePreferences()
  const { list, items } = usePaged(['media', 'list', q, type, pageSize], (page, options) =>
    api.media.list({ q, limit: pageSize, ...(type && { type }), ...page }, options),
  )

  return (
    <div className="stack gap-5">
      <div className="row split">
        <h1>{text.gallery}</h1>
        <ButtonLink to="/contribute/media" icon="plus">
          {text.add}
        </ButtonLink>
      </div>
      <SearchForm
        key={q}
        label={text.searchLabel}
        placeholder={text.searchLabel}
        submit={text.search}
        defaultValue={q}
        onSubmit={(event) => {
          event.preventDefault()
          change({ q: String(new FormData(event.currentTarget).get('q') ?? '') })
        }}
      />
      <Kinds chosen={type} onChoose={(next) => change({ type: next?.toLowerCase() ?? '' })} />
      <WaitingPosts operation="media.create" />
      <PagedList
        list={list}
        loading={<Skeleton columns="g2" count={4} label={text.loading} />}
        failed={text.failed}
        none={
          <EmptyState slim title={text.none} actions={<ButtonLink to="/contribute/media">{text.add}</ButtonLink>}>
            {text.noneHint}
          </EmptyState>
        }
      >
        {items.length > 0 && (
          <div className={defaultView === 'grid' ? 'grid g2 start' : 'stack mid wide'}>
            {items.map((media) => (
              <MediaCard key={media.id} media={media} level={2} />
            ))}
          </div>
        )}
      </PagedList>
    </div>
  )
}

type Kind = Media['type'] | undefined

function Kinds({ chosen, onChoose }: { chosen: Kind; onChoose: (kind: Kind) => void }) {
  return (
    <fieldset className="row gap-2 plain">
      <legend className="sr">{text.kinds}</legend>
      {([undefined, ...types] as Kind[]).map((kind) => (
        <Button
          key={kind ?? ''}
          variant={kind === chosen ? 'filled' : 'line'}
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind)}
        >
          {kind ? text.types[kind] : text.all}
        </Button>
      ))}
    </fieldset>
  )
}
