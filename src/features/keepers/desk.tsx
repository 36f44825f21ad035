import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { api } from '#web/api.ts'
import { useHasRole, useUser } from '#web/session.ts'
import { text as ofGroups } from './groups/text.ts'
import { text } from './text.ts'

type Counted = Awaited<ReturnType<typeof api.queue.counts>>
type Part = { to: string; label: string; count?: keyof Counted }

/** What keepers do, each a page: a new one gets its line here. */
function parts(): Part[] {
  return [
    { to: '/dashboard/keepers', label: text.queue, count: 'waiting' },
    { to: '/keepers/suggestions', label: text.suggestions, count: 'suggestions' },
    { to: '/dashboard/keepers/introductions', label: text.introductions },
    { to: '/dashboard/keepers/groups', label: ofGroups.title },
    { to: '/dashboard/keepers/import', label: text.import },
    { to: '/dashboard/keepers/consents', label: text.consents },
  ]
}

const mostCounted = 1000

/** The frame of the keepers' pages. The server enforces who sees them; here others are spared a refusal. */
export function Desk({ title, children }: { title: string; children: ReactNode }) {
  const user = useUser()
  const isKeeper = useHasRole('keeper')
  return (
    <div className="mid stack gap-5">
      <h1 className="break">{title}</h1>
      {user && !isKeeper && (
        <Note icon="keep" look="ringed" action={<ButtonLink to="/dashboard">{text.toDashboard}</ButtonLink>}>
          <p className="strong">{text.notKeeper}</p>
        </Note>
      )}
      {isKeeper && (
        <>
          <DeskParts />
          {children}
        </>
      )}
    </div>
  )
}

/** The way from one of the keepers' pages to the others, with what waits there. */
export function DeskParts() {
  const here = useLocation().pathname.replace(/\/$/, '')
  const counts = useQuery({ queryKey: ['queue', 'counts'], queryFn: ({ signal }) => api.queue.counts({}, { signal }) })
  return (
    <nav aria-label={text.parts}>
      <ul className="row gap-2">
        {parts().map(({ to, label, count }) => {
          const waiting = count && counts.data?.[count]
          return (
            <li key={to}>
              <ButtonLink
                to={to}
                variant={to === here ? 'filled' : 'line'}
                aria-current={to === here ? 'page' : undefined}
              >
                {label}
                {waiting ? ` (${waiting >= mostCounted ? `${mostCounted}+` : waiting})` : ''}
              </ButtonLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
