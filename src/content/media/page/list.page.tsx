import { kindPlural } from '#content/entry/kind-names.ts'
import { MemberList } from '#content/entry/list/member-list.tsx'
import { Button } from '#ui/button.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import { MediaCard } from '../card.tsx'
import { kind } from '../kind.ts'
import type { Media } from '../schema.ts'
import { text } from '../text.ts'

const types = ['IMAGE', 'VIDEO', 'AUDIO'] as const

export const meta = titled(() => text.gallery)

/** Lists pictures, videos and recordings. Search and filter run on the server and are part of the address. */
export default function Gallery() {
  const [params, change] = useAddressQuery()
  const q = params.get('q') ?? ''
  const type = types.find((one) => one === params.get('type')?.toUpperCase())
  const { list, items } = usePaged([kind.type, 'list'], api.media.list, { q, type, limit: usePageSize(10) })

  return (
    <MemberList
      type={kind.type}
      title={text.gallery}
      text={text}
      add={text.add}
      q={q}
      isFiltered={type !== undefined}
      onSearch={(q) => change({ q })}
      filters={<Kinds chosen={type} onChoose={(next) => change({ type: next?.toLowerCase() ?? '' })} />}
      list={list}
      items={items}
      card={(media) => <MediaCard key={media.id} media={media} level={2} />}
      look="grid g2 start"
    />
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
