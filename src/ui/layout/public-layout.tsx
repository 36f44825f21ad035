import type { ReactNode } from 'react'
import type { PlainLink } from '../anchor.tsx'
import { ButtonLink } from '../button.tsx'
import { HillSymbol, Scarp } from '../drawing/terraces.tsx'
import { text } from '../text.ts'
import { type BarItem, BottomBar } from './bottom-bar.tsx'
import { pageEnd } from './first-paint.tsx'
import { SiteFooter, type SiteFooterProps } from './site-footer.tsx'
import { SiteHeader, type SiteHeaderProps } from './site-header.tsx'

export type PublicLayoutProps = Pick<SiteHeaderProps, 'siteName' | 'nav' | 'search' | 'languages'> & {
  login: PlainLink
  join: PlainLink
  add: PlainLink
  dashboard: PlainLink
  notifications: PlainLink
  bar: BarItem[]
  footer: SiteFooterProps
  /** Shown before the footer: the scarp or nothing (`flat`). With `none`, there is neither footer nor bottom bar. */
  end?: 'scarp' | 'flat' | 'none'
  children: ReactNode
}

/**
 * A public page: skip link, header, main, footer and bottom bar. It is rendered on the server and readable without
 * JavaScript.
 */
export function PublicLayout({
  login,
  join,
  add,
  dashboard,
  notifications,
  bar,
  footer,
  end = 'scarp',
  children,
  ...header
}: PublicLayoutProps) {
  return (
    <>
      <a className="skip" href="#main">
        {text.skip}
      </a>
      <SiteHeader
        {...header}
        home={{ href: '/' }}
        menuEnd={
          <div className="row" data-session="guest">
            <ButtonLink variant="line" href={login.href}>
              {login.label}
            </ButtonLink>
            <ButtonLink href={join.href}>{join.label}</ButtonLink>
          </div>
        }
      >
        {/* Guests' and members' buttons: `data-signed-in` shows only one kind, so that cached pages don't flash. */}
        <ButtonLink variant="line" href={login.href} data-session="guest" className="from-900">
          {login.label}
        </ButtonLink>
        <ButtonLink href={join.href} data-session="guest" className="from-900">
          {join.label}
        </ButtonLink>
        <ButtonLink icon="plus" href={add.href} data-session="member" className="from-900">
          {add.label}
        </ButtonLink>
        <ButtonLink
          variant="line"
          sq
          icon="bell"
          label={notifications.label}
          href={notifications.href}
          data-session="member"
        />
        <ButtonLink
          variant="line"
          sq
          icon="user"
          label={dashboard.label}
          href={dashboard.href}
          data-session="member"
          className="from-900"
        />
      </SiteHeader>
      <main id="main" tabIndex={-1}>
        {children}
        <HillSymbol />
      </main>
      {end === 'scarp' && <Scarp />}
      {end !== 'none' && (
        <>
          <SiteFooter {...footer} />
          <BottomBar items={bar} />
        </>
      )}
      <span id={pageEnd} />
    </>
  )
}
