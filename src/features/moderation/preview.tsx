import { useQuery } from '@tanstack/react-query'
import { isKind } from '#content/entry/address.ts'
import { previews } from '#content/previews.ts'
import { Loaded } from '#ui/state/loaded.tsx'
import { text } from './text.ts'

/** Shows an entry of any type as readers see it. */
export function Preview({ type, id }: { type: string; id: string }) {
  const card = useQuery({
    queryKey: ['preview', id],
    queryFn: async () => ({ shown: isKind(type) ? await previews[type](id) : null }),
    staleTime: 0,
    gcTime: 0,
  })
  if (!card.data)
    return <Loaded query={card} loading={{ shape: 'cards', count: 1, label: text.loading }} failed={text.lookFailed} />
  return <ul className="narrow">{card.data.shown}</ul>
}
