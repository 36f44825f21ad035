import { useLocation } from 'react-router'
import { headerLinkOf, headerLinks } from '#content/section/parts.ts'
import { language, languages } from '#text/language.ts'
import type { FrameLink } from '#ui/layout/frame-link.tsx'
import type { HeaderLink } from '#ui/layout/site-header.tsx'
import { languageHref } from '#web/session/language-address.ts'
import { useSite } from '#web/site.ts'
import { text as addText } from './add/text.ts'
import { text } from './text.ts'

/**
 * Returns the site's name, and the links and languages that surround the content of every page.
 * @param current the part of the archive that the page belongs to, if its address doesn't show it
 */
export function useFrameLinks(current?: string) {
  const site = useSite()
  const { pathname, search } = useLocation()
  const siteName = site?.siteName ?? ''
  const here = current ?? headerLinkOf(pathname)
  // Members are redirected from the home page to the dashboard, so their link leads there directly.
  const homes: HeaderLink[] = [
    { href: '/', label: text.home, session: 'guest', current: here === '/' },
    { href: '/dashboard', label: text.home, session: 'member' },
  ]
  const nav: HeaderLink[] = headerLinks().map((link) => ({ ...link, current: link.href === here }))
  const languageLinks = {
    links: languages.map((one) => ({
      href: languageHref(one, pathname + search),
      label: text.languages[one],
      lang: one,
      current: one === language(),
    })),
  }
  return {
    siteName,
    homes,
    nav,
    languages: languageLinks,
    search: { href: '/search', label: text.search },
    add: { href: '/contribute', label: addText.add },
    dashboard: { href: '/dashboard', label: text.dashboard },
    notifications: { href: '/dashboard/notifications', label: text.notifications(0) },
    me: { href: '/dashboard#me', label: text.me },
    explore: { href: '/explore', label: text.explore } satisfies FrameLink,
    words: { href: '/language/vocabulary', label: text.words } satisfies FrameLink,
    footer: {
      siteName,
      tagline: site?.tagline ?? text.tagline,
      links: [
        { href: '/about', label: text.footer.about },
        { href: '/contact', label: text.footer.contact },
        { href: '/about#who-sees', label: text.footer.whoSees },
        { href: '/privacy', label: text.footer.privacy },
      ],
      follow: {
        label: text.footer.follow,
        links: [
          ...(site?.followLinks ?? []).map(({ label, url }) => ({ href: url, label, rel: 'me noopener' })),
          { href: '/feed.xml', label: text.footer.news },
          { href: '/events.ics', label: text.footer.calendar },
        ],
      },
      languages: languageLinks,
    },
  }
}
