import { kindPlural } from '#content/entry/kind-names.ts'
import { ListHead } from '#content/entry/list/list-head.tsx'
import { WaitingPosts } from '#content/entry/list/waiting.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize, usePreferences } from '#web/preferences.ts'
import { MediaCard } from '../card.tsx'
import type { Media } from '../schema.ts'
import { text } from '../text.ts'

/** Default page size, until the member saves one (spec 3.9). */
const ownPageSize = 10
const types = ['IMAGE', 'VIDEO', 'AUDIO'] as const

export const meta = titled(() => text.gallery)

/** Lists pictures, videos and recordings. Search and filter run on the server and are part of the address. */
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
      <ListHead
        title={text.gallery}
        form="/contribute/media"
        add={text.add}
        q={q}
        search={{ label: text.searchLabel, submit: text.search }}
        onSearch={(q) => change({ q })}
      />
      <Kinds chosen={type} onChoose={(next) => change({ type: next?.toLowerCase() ?? '' })} />
      <WaitingPosts operation="media.create" />
      <PagedList
        list={list}
        loading={{ shape: 'cards', columns: 'g2', count: 4, label: text.loading }}
        failed={text.failed}
        none={
          <EmptyState slim title={text.none} actions={<ButtonLink to="/contribute/media">{text.add}</ButtonLink>}>
            {q || type ? text.noneHint : text.firstHint}
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
          {kind ? kindPlural(kind.toLowerCase()) : text.all}
        </Button>
      ))}
    </fieldset>
  )
}
