import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { HillSymbol, Scarp } from './contour.tsx'
import { DeviceSwitches } from './device-switches.tsx'
import { Icon } from './icon.tsx'
import { type LanguageLinks, LanguageSwitch } from './language-switch.tsx'
import { text } from './text.ts'

import { TopSearch } from './top-search.tsx'

export type PlainLink = { href: string; label: string }
export type FooterColumn = { title: string; links: PlainLink[] }

export type PublicLayoutProps = {
  siteName: string
  /** One sentence under the name in the footer. */
  tagline?: string
  nav: PlainLink[]
  /** The `href` of the part of the site this page belongs to. */
  current?: string
  /** The page of the search; a field on wide screens, an icon on phones. */
  search: PlainLink
  login: PlainLink
  join: PlainLink
  dashboard: PlainLink
  footer: FooterColumn[]
  languages: LanguageLinks
  /** What stands before the footer: the scarp, nothing (`flat`), or no footer at all. */
  end?: 'scarp' | 'flat' | 'none'
  children: ReactNode
}

/** A public page: skip link, header with its menu, main, footer. Server-rendered, readable without script. */
export function PublicLayout(props: PublicLayoutProps) {
  const { siteName, nav, current, search, end = 'scarp', children } = props
  return (
    <>
      <a className="skip" href="#main">
        {text.skip}
      </a>
      <header className="top">
        <div className="wrap">
          <Brand name={siteName} href="/" />
          <nav className="top-nav" aria-label={text.main}>
            <NavLinks nav={nav} current={current} />
          </nav>
          <TopSearch search={search} />
          <div className="acts">
            <SessionLinks {...props} />
          </div>
          <details className="menu">
            <summary className="btn line">
              <Icon name="menu" />
              <span>{text.menu}</span>
            </summary>
            <nav aria-label={text.menu}>
              <NavLinks nav={nav} current={current} />
              <div className="row">
                <SessionLinks {...props} />
              </div>
            </nav>
          </details>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
        <HillSymbol />
      </main>
      {end === 'scarp' && <Scarp />}
      {end !== 'none' && <Footer {...props} />}
    </>
  )
}

function NavLinks({ nav, current }: Pick<PublicLayoutProps, 'nav' | 'current'>) {
  return (
    <ul className="nav">
      {nav.map(({ href, label }) => (
        <li key={href}>
          <a href={href} aria-current={href === current ? 'page' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Both are in the page; `data-signed-in` on the html element decides which shows, so a cached page can be put right without a flash. */
function SessionLinks({ login, join, dashboard }: Pick<PublicLayoutProps, 'login' | 'join' | 'dashboard'>) {
  return (
    <>
      <a className="btn line" href={login.href} data-session="guest">
        {login.label}
      </a>
      <a className="btn" href={join.href} data-session="guest">
        {join.label}
      </a>
      <a className="btn" href={dashboard.href} data-session="member">
        {dashboard.label}
      </a>
    </>
  )
}

type FooterProps = Pick<PublicLayoutProps, 'siteName' | 'tagline' | 'footer' | 'languages'>

function Footer({ siteName, tagline, footer, languages }: FooterProps) {
  return (
    <footer className="foot dusk">
      <div className="wrap">
        <div className="grid">
          <div>
            <p className="lead strong">{siteName}</p>
            {tagline && <p>{tagline}</p>}
          </div>
          {footer.map(({ title, links }) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(({ href, label }) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <LanguageSwitch {...languages} />
        <DeviceSwitches />
      </div>
    </footer>
  )
}
