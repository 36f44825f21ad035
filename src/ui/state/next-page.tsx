import { ButtonLink } from '../button.tsx'
import { text } from '../text.ts'

/** The way to what follows in a list of a reading page, whose script puts it in place; nothing when nothing is left. */
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
