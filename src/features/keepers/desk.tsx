import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RoleOnly } from '#features/dashboard/role-only.tsx'
import { PagesNav } from '#ui/pages-nav.tsx'
import { api } from '#web/api.ts'
import { text as ofGroups } from './groups/text.ts'
import { text as ofLetters } from './letters/text.ts'
import { text } from './text.ts'

type Counted = Awaited<ReturnType<typeof api.queue.counts>>
type Part = { to: string; label: string; count?: keyof Counted }

/** What keepers do, each a page: a new one gets its line here. */
function parts(): Part[] {
  return [
    { to: '/dashboard/keepers', label: text.queue, count: 'waiting' },
    { to: '/keepers/suggestions', label: text.suggestions, count: 'suggestions' },
    { to: '/dashboard/keepers/introductions', label: text.introductions },
    { to: '/dashboard/keepers/letters', label: ofLetters.title },
    { to: '/dashboard/keepers/groups', label: ofGroups.title },
    { to: '/dashboard/keepers/import', label: text.import },
    { to: '/dashboard/keepers/consents', label: text.consents },
  ]
}

const mostCounted = 1000

type DeskProps = { title: string; refusal?: string; children: ReactNode }

/** The frame of the keepers' pages. */
export function Desk({ title, refusal = text.notKeeper, children }: DeskProps) {
  return (
    <div className="mid stack gap-5">
      <h1 className="break">{title}</h1>
      <RoleOnly needs="keeper" refusal={refusal}>
        <DeskParts />
        {children}
      </RoleOnly>
    </div>
  )
}

/** The way from one of the keepers' pages to the others, with what waits there. */
function DeskParts() {
  const counts = useQuery({ queryKey: ['queue', 'counts'], queryFn: ({ signal }) => api.queue.counts({}, { signal }) })
  const pages = parts().map(({ to, label, count }) => {
    const waiting = count && counts.data?.[count]
    return { to, label: waiting ? `${label} (${waiting >= mostCounted ? `${mostCounted}+` : waiting})` : label }
  })
  return <PagesNav label={text.parts} pages={pages} />
}
