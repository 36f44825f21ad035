import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { PlainLink } from '../anchor.tsx'
import { ButtonLink } from '../button.tsx'
import { HillSymbol } from '../drawing/terraces.tsx'
import { Sheet } from '../overlay/sheet.tsx'
import { text } from '../text.ts'
import { type BarItem, BottomBar } from './bottom-bar.tsx'
import { groupOf, SideMenu, type SideMenuProps } from './side-menu.tsx'
import { SiteFooter, type SiteFooterProps } from './site-footer.tsx'
import { SiteHeader, type SiteHeaderProps } from './site-header.tsx'

export type DashboardLayoutProps = Omit<SiteHeaderProps, 'children' | 'menuEnd'> & {
  /** The member's name, which is the title of the menu on phones. */
  name: string
  menu: SideMenuProps
  add: PlainLink & { title: string; content: ReactNode }
  /** Opens the menu on phones. */
  me: PlainLink
  bar: BarItem[]
  /** The right end of the header: the outbox, the notifications and the member's photo. */
  end?: ReactNode
  footer: SiteFooterProps
  children: ReactNode
}

/** A page of the dashboard: the site's header, the member's menu beside the content, and the bottom bar of phones. */
export function DashboardLayout({ name, menu, add, me, bar, end, footer, children, ...header }: DashboardLayoutProps) {
  const { sheet, open, close } = useSheets(me.href)
  const { pathname } = useLocation()
  const inMenu = !bar.some(({ current }) => current) && groupOf(menu.groups, pathname) !== undefined
  return (
    <>
      <a className="skip" href="#main">
        {text.skip}
      </a>
      <HillSymbol />
      <SiteHeader {...header}>
        <ButtonLink
          icon="plus"
          href={add.href}
          className="from-900"
          aria-haspopup="dialog"
          onClick={(event) => {
            event.preventDefault()
            open('add')
          }}
        >
          {add.label}
        </ButtonLink>
        {end}
      </SiteHeader>
      <div className="wrap shell">
        <nav className="side acacia" aria-label={text.dashboard}>
          <SideMenu {...menu} />
        </nav>
        <main className="page" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <SiteFooter {...footer} />
      <BottomBar
        items={[
          ...bar.map((item) => (item.plus ? { ...item, onOpen: () => open('add') } : item)),
          { ...me, icon: 'user', current: inMenu, onOpen: () => open('me') },
        ]}
      />
      {sheet === 'me' && (
        <Sheet title={name} field="acacia" onClose={close}>
          <nav className="side" aria-label={text.dashboard}>
            <SideMenu {...menu} />
          </nav>
        </Sheet>
      )}
      {sheet === 'add' && (
        <Sheet title={add.title} onClose={close}>
          {add.content}
        </Sheet>
      )}
    </>
  )
}

/** Screens that are wide enough for the menu beside the content. */
const wide = '(min-width: 900px)'

/**
 * Returns the open sheet, and functions that open and close one. Following a link closes it. On narrow screens, the
 * address of `me` opens the menu from other pages.
 */
function useSheets(me: string) {
  const [opened, setOpened] = useState<{ sheet: 'me' | 'add'; at: string } | null>(null)
  const { key, pathname, hash } = useLocation()
  const open = (sheet: 'me' | 'add') => setOpened({ sheet, at: key })
  const isAtMe = () => pathname + hash === me && !matchMedia(wide).matches
  // A tap while the page becomes interactive can come before this effect, so a sheet of this address stays open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes or opens a sheet
  useEffect(() => {
    setOpened((now) => (now?.at === key ? now : isAtMe() ? { sheet: 'me', at: key } : null))
  }, [key])
  return { sheet: opened?.at === key ? opened.sheet : null, open, close: () => setOpened(null) }
}
