import { Outlet, useMatches } from 'react-router'
import { useFrameLinks } from '#features/frame/links.ts'
import { text } from '#features/frame/text.ts'
import type { BarItem } from '#ui/layout/bottom-bar.tsx'
import { PublicLayout, type PublicLayoutProps } from '#ui/layout/public-layout.tsx'
import type { PageHandle } from '#web/page.ts'
import { useWithReturnPath } from '#web/session/return-path.ts'

export default function Public() {
  const handles = useMatches().map((match) => match.handle as PageHandle | undefined)
  const current = handles.find((handle) => handle?.current)?.current
  const end = handles.find((handle) => handle?.end)?.end
  return (
    <PublicLayout {...useFrame(current)} end={end}>
      <Outlet />
    </PublicLayout>
  )
}

/** Returns the layout's texts and links, for guests and for members, because all readers get the same pages. */
export function useFrame(current?: string): Omit<PublicLayoutProps, 'children'> {
  const { explore, words, me, homes, nav, ...links } = useFrameLinks(current)
  const withReturnPath = useWithReturnPath()
  const login = { href: withReturnPath('/login'), label: text.logIn }
  const isOpen = ({ href = '' }: { href?: string }) => nav.some((link) => link.href === href && link.current)
  const bar: BarItem[] = [
    ...homes.map((home) => ({ ...home, icon: 'home' }) as const),
    { ...explore, icon: 'explore', current: isOpen(explore) },
    { ...links.add, icon: 'plus', plus: true },
    { ...words, icon: 'word', current: isOpen({ href: '/language' }) },
    { ...login, icon: 'user', session: 'guest' },
    { ...me, icon: 'user', session: 'member' },
  ]
  return {
    ...links,
    nav: [...homes, ...nav],
    bar,
    login,
    join: { href: withReturnPath('/register'), label: text.signUp },
  }
}
