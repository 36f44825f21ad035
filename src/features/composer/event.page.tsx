import { useNavigate } from 'react-router'
import type { Route } from './+types/event.page.ts'
import { ComposeEvent } from './forms.tsx'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.eventPage} | ${matches[0].loaderData?.siteName}` }]
}

/** The composer's event form as a page of its own. */
export default function ContributeEvent() {
  const navigate = useNavigate()
  return (
    <div className="stack gap-5 mid">
      <h1>{text.eventPage}</h1>
      <ComposeEvent onSubmitted={(id) => navigate(`/dashboard/events/${id}`)} />
    </div>
  )
}
