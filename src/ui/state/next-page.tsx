import { ButtonLink } from '../button.tsx'
import { text } from '../text.ts'

/** The link to a list's next page, which the page's script appends to the list. Renders nothing on the last page. */
export function NextPage({ href }: { href: string | null }) {
  if (!href) return null
  return (
    <p className="noprint">
      <ButtonLink href={href} data-load-more>
        {text.loadMore}
      </ButtonLink>
    </p>
  )
}
