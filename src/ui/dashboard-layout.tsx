import { type MouseEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Brand } from './brand.tsx'
import { HillSymbol, SideContours } from './contour.tsx'
import { Icon, type IconName } from './icon.tsx'
import type { PlainLink } from './public-layout.tsx'
import { text } from './text.ts'
import { TopSearch } from './top-search.tsx'

export type SideItem = {
  to: string
  label: ReactNode
  icon: IconName /** Current at exactly this address only. */
  end?: boolean
}

export type DashboardLayoutProps = {
  siteName: string
  home: string
  /** The views of the dashboard, in order. */
  items: SideItem[]
  /** Below the rule: orders, selling. */
  more?: SideItem[]
  /** The page of the search; a field on wide screens, an icon on phones. */
  search: PlainLink
  signOut: { label: string; onSignOut: () => void }
  /** The right end of the bar: notifications, the member's face. */
  bar?: ReactNode
  children: ReactNode
}

/** A signed-in page: bar, acacia sidebar, content. Below 900 px the sidebar is a drawer that opens by `:target` before script runs. */
export function DashboardLayout({
  siteName,
  home,
  items,
  more = [],
  search,
  signOut,
  bar,
  children,
}: DashboardLayoutProps) {
  const { open, setOpen, side, opener } = useDrawer()
  return (
    <div className="app">
      <a className="skip" href="#main">
        {text.skip}
      </a>
      <HillSymbol />
      <header className="bar" inert={open}>
        <HashLink
          ref={opener}
          className="btn line sq drawer"
          to="#side"
          name={text.openMenu}
          onFollow={() => setOpen(true)}
        >
          <Icon name="menu" />
        </HashLink>
        <Brand name={siteName} to={home} />
        <div className="bar-end">
          <TopSearch search={search} />
          {bar}
        </div>
      </header>
      <nav
        ref={side}
        className="side acacia"
        id="side"
        aria-label={text.dashboard}
        tabIndex={-1}
        data-open={open || undefined}
      >
        <div>
          <HashLink className="btn line close" to="#main" onFollow={() => setOpen(false)}>
            <Icon name="x" />
            {text.close}
          </HashLink>
          <SideLinks items={items} />
          <ul>
            <SideRows items={more} />
            <li>
              <button type="button" onClick={signOut.onSignOut}>
                <Icon name="out" />
                {signOut.label}
              </button>
            </li>
          </ul>
          <SideContours />
        </div>
      </nav>
      <HashLink className="veil" to="#main" tabIndex={-1} onFollow={() => setOpen(false)}>
        <span className="sr">{text.close}</span>
      </HashLink>
      <main className="page" id="main" tabIndex={-1} inert={open}>
        {children}
      </main>
    </div>
  )
}

/** Opens and closes the drawer, follows the focus, and closes it when another view opens. */
function useDrawer() {
  const [open, setOpen] = useState(false)
  const side = useRef<HTMLElement>(null)
  const opener = useRef<HTMLAnchorElement>(null)
  const wasOpen = useRef(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location is what closes it
  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    if (!open) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [open])
  useEffect(() => {
    if (open) side.current?.focus()
    else if (wasOpen.current) opener.current?.focus()
    wasOpen.current = open
  }, [open])
  return { open, setOpen, side, opener }
}

type HashLinkProps = {
  to: string
  name?: string
  onFollow: () => void
  className: string
  tabIndex?: number
  ref?: Ref<HTMLAnchorElement>
  children: ReactNode
}

/** A link within the page until script runs, a button in effect from then on. */
function HashLink({ to, name, onFollow, children, ...rest }: HashLinkProps) {
  function follow(event: MouseEvent) {
    event.preventDefault()
    onFollow()
  }
  return (
    <a {...rest} href={to} aria-label={name} onClick={follow}>
      {children}
    </a>
  )
}

function SideLinks({ items }: { items: SideItem[] }) {
  return (
    <ul>
      <SideRows items={items} />
    </ul>
  )
}

function SideRows({ items }: { items: SideItem[] }) {
  return items.map(({ to, label, icon, end }) => (
    <li key={to}>
      <NavLink to={to} end={end}>
        <Icon name={icon} />
        {label}
      </NavLink>
    </li>
  ))
}
