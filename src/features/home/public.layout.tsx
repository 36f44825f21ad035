import { Outlet, useLocation, useMatches } from 'react-router'
import { language, languages } from '#core/language.ts'
import { PublicLayout, type PublicLayoutProps } from '#ui/public-layout.tsx'
import type { PageHandle } from '#web/page.ts'
import { useSite } from '#web/site.ts'
import { headerLinks, partOf } from './sections.ts'
import { text } from './text.ts'

/** The frame of every public page. */
export default function Public() {
  const handles = useMatches().map((match) => match.handle as PageHandle | undefined)
  const { pathname } = useLocation()
  const current = handles.find((handle) => handle?.current)?.current ?? partOf(pathname)?.href
  const end = handles.find((handle) => handle?.end)?.end
  return (
    <PublicLayout {...useFrame()} current={current} end={end}>
      <Outlet />
    </PublicLayout>
  )
}

/** What the frame says on every page. */
export function useFrame(): Omit<PublicLayoutProps, 'children'> {
  const site = useSite()
  const { pathname, search } = useLocation()
  const back = encodeURIComponent(pathname + search)
  return {
    siteName: site?.siteName ?? '',
    tagline: text.tagline,
    nav: headerLinks(),
    search: { href: '/search', label: text.searchAll },
    login: { href: '/login', label: text.login },
    join: { href: '/register', label: text.join },
    dashboard: { href: '/dashboard', label: text.dashboard },
    footer: footerOf(site?.followLinks ?? []),
    languages: {
      label: text.footer.language,
      links: languages.map((one) => ({
        href: `/choose-language?to=${one}&back=${back}`,
        label: text.footer.languages[one],
        lang: one,
        current: one === language(),
      })),
      preference: { href: '/settings?tab=preferences', label: text.footer.languagePreference },
    },
  }
}

function footerOf(followLinks: { label: string; url: string }[]) {
  const { footer } = text
  return [
    {
      title: footer.about,
      links: [
        { href: '/about', label: footer.aboutLink },
        { href: '/about#who-sees', label: footer.seeLink },
      ],
    },
    {
      title: footer.contact,
      links: [
        { href: '/contact', label: footer.contactLink },
        { href: '/privacy', label: footer.privacyLink },
      ],
    },
    ...(followLinks.length
      ? [{ title: footer.follow, links: followLinks.map(({ label, url }) => ({ href: url, label })) }]
      : [{ title: footer.follow, links: [{ href: '/contact', label: footer.noFollow }] }]),
  ]
}
