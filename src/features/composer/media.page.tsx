import { useNavigate } from 'react-router'
import type { Route } from './+types/media.page.ts'
import { ComposeMedia } from './forms.tsx'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.mediaPage} | ${matches[0].loaderData?.siteName}` }]
}

/** The composer's form of a picture, video or recording as a page of its own. */
export default function ContributeMedia() {
  const navigate = useNavigate()
  return (
    <div className="stack gap-5 mid">
      <h1>{text.mediaPage}</h1>
      <ComposeMedia onSubmitted={(id) => navigate(`/dashboard/media/${id}`)} />
    </div>
  )
}
