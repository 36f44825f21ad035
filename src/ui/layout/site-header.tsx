import type { ReactNode } from 'react'
import type { PlainLink, Target } from '../anchor.tsx'
import { ButtonLink } from '../button.tsx'
import { Brand } from '../drawing/brand.tsx'
import { Icon } from '../drawing/icon.tsx'
import { text } from '../text.ts'
import { FrameAnchor, type FrameLink } from './frame-link.tsx'
import { LanguageLinks, type LanguageSwitch } from './language-switch.tsx'

/** `session`: shown only to guests or only to members. */
export type HeaderLink = FrameLink & { session?: 'guest' | 'member' }

export type SiteHeaderProps = {
  siteName: string
  /** The logo leads a member to the feed; the home page itself redirects members there. */
  home: Target
  nav: HeaderLink[]
  search: PlainLink
  languages: LanguageSwitch
  /** Shown after the search: the buttons to log in and sign up, or the member's buttons. */
  children: ReactNode
  /** Shown at the end of the menu on phones. */
  menuEnd?: ReactNode
}

/** The header of every page, the same for guests and members. Below 900 px its links are in a menu. */
export function SiteHeader({ siteName, home, nav, search, languages, children, menuEnd }: SiteHeaderProps) {
  return (
    <header className="top">
      <div className="wrap">
        <Brand name={siteName} {...home} />
        <nav className="top-nav" aria-label={text.main}>
          <NavLinks nav={nav} />
        </nav>
        <div className="top-tools">
          <LanguageLinks {...languages} className="top-languages" />
          <ButtonLink variant="line" sq icon="search" label={search.label} href={search.href} />
          {children}
          <details className="menu">
            <summary className="btn line sq" aria-label={text.menu}>
              <Icon name="menu" />
            </summary>
            <nav aria-label={text.menu}>
              <NavLinks nav={nav} />
              <LanguageLinks {...languages} />
              {menuEnd}
            </nav>
          </details>
        </div>
      </div>
    </header>
  )
}

function NavLinks({ nav }: Pick<SiteHeaderProps, 'nav'>) {
  return (
    <ul className="nav">
      {nav.map(({ session, label, ...link }) => (
        <li key={label + session} data-session={session}>
          <FrameAnchor {...link}>{label}</FrameAnchor>
        </li>
      ))}
    </ul>
  )
}
