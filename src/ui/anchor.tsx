import type { ComponentProps } from 'react'
import { Link } from 'react-router'

/**
 * The target of a link: `href` on reading pages and for links to them, `to` on pages where the router runs.
 * `preventScrollReset` leaves the page where it is scrolled to.
 */
export type Target =
  | { href: string; to?: never; preventScrollReset?: never }
  | { to: string; href?: never; preventScrollReset?: boolean }
/** A link and its text, for a list of links. */
export type PlainLink = { href: string; label: string }
export type AnchorProps = Target & Omit<ComponentProps<'a'>, 'href'>

/** A link that loads a page (`href`), or opens it without loading (`to`). */
export function Anchor({ href, to, preventScrollReset = false, children, ...rest }: AnchorProps) {
  return to === undefined ? (
    <a {...rest} href={href}>
      {children}
    </a>
  ) : (
    <Link {...rest} to={to} preventScrollReset={preventScrollReset}>
      {children}
    </Link>
  )
}
