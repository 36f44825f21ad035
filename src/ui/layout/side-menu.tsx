import type { MouseEvent, ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Icon, type IconName } from '../drawing/icon.tsx'

export type MenuItem = {
  to: string
  label: string
  icon: IconName
  /** True if the item is highlighted only on exactly this page, not on pages below it. */
  end?: boolean
  /** Number of items that need attention there, and its label for screen readers. */
  waiting?: { count: number; label: string }
}
export type MenuGroup = { label: string; items: MenuItem[] }
export type SideMenuProps = {
  groups: MenuGroup[]
  logOut: { label: string; onLogOut: () => void }
}

/**
 * A member's menu in groups. The group with the current page is expanded, or else the first one; the logout button is
 * always visible.
 */
export function SideMenu({ groups, logOut }: SideMenuProps) {
  const current = groupOf(groups, useLocation().pathname) ?? groups[0]
  return (
    <>
      <div className="groups">
        {groups.map((group) => (
          <details key={group.label} open={group === current}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: browsers make a summary interactive */}
            <summary onClick={showGroup}>
              {group.label}
              <Waiting of={group.items} />
              <Icon name="down" />
            </summary>
            <ul>
              {group.items.map((item) => (
                <li key={item.to}>
                  <NavLink to={item.to} end={item.end}>
                    <Icon name={item.icon} />
                    {item.label}
                    <Waiting of={[item]} />
                  </NavLink>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
      <ul className="pin">
        <li>
          <button type="button" onClick={logOut.onLogOut}>
            <Icon name="out" />
            {logOut.label}
          </button>
        </li>
      </ul>
    </>
  )
}

/** Scrolls to the links of a group once it has opened, which may be below what the menu shows. */
function showGroup({ currentTarget: { parentElement } }: MouseEvent<HTMLElement>) {
  parentElement?.addEventListener('toggle', () => parentElement.scrollIntoView({ block: 'nearest' }), { once: true })
}

/** Returns the group of the menu that the page belongs to, or undefined if it isn't in the menu. */
export function groupOf(groups: MenuGroup[], pathname: string): MenuGroup | undefined {
  const leads = ({ to, end }: MenuItem) => pathname === to || (!end && pathname.startsWith(`${to}/`))
  return groups.find(({ items }) => items.some(leads))
}

/** The number of things that need attention in these menu items, or nothing if there are none. */
function Waiting({ of }: { of: MenuItem[] }): ReactNode {
  const waiting = of.flatMap(({ waiting }) => waiting ?? [])
  const count = waiting.reduce((sum, { count }) => sum + count, 0)
  if (count === 0) return null
  return (
    <span className="n">
      {count}
      <span className="sr"> {waiting[0]?.label}</span>
    </span>
  )
}
