import { ButtonLink } from '../button.tsx'
import { text } from '../text.ts'

/** The link to the next page of a list; the script of reading pages inserts it in place. Renders nothing at the end. */
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
