import { useNavigate } from 'react-router'
import type { Route } from './+types/article.page.ts'
import { ComposeArticle } from './forms.tsx'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.articlePage} | ${matches[0].loaderData?.siteName}` }]
}

/** The composer's article form as a page of its own. */
export default function ContributeArticle() {
  const navigate = useNavigate()
  return (
    <div className="stack gap-5 mid">
      <h1>{text.articlePage}</h1>
      <ComposeArticle onSubmitted={(id) => navigate(`/dashboard/articles/${id}`)} />
    </div>
  )
}
