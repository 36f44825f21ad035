import { Outlet, useMatches, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#src/root.tsx'
import { PublicLayout } from '#ui/public-layout.tsx'
import type { PageHandle } from '#web/page.ts'
import { parts } from './sections.ts'
import { text } from './text.ts'

const nav = [{ href: '/', label: text.nav.home }, ...parts.map(({ href, title }) => ({ href, label: title }))]

/** The frame of every public page. */
export default function Public() {
  const { siteName, frame } = useFrame()
  return (
    <PublicLayout
      siteName={siteName}
      tagline={text.tagline}
      nav={nav}
      login={{ href: '/login', label: text.login }}
      join={{ href: '/register', label: text.join }}
      dashboard={{ href: '/dashboard', label: text.dashboard }}
      {...frame}
    >
      <Outlet />
    </PublicLayout>
  )
}

function useFrame() {
  const site = useRouteLoaderData<typeof rootLoader>('root')
  const handles = useMatches().map((match) => match.handle as PageHandle | undefined)
  const current = handles.find((handle) => handle?.current)?.current
  const end = handles.find((handle) => handle?.end)?.end
  return { siteName: site?.siteName ?? '', frame: { current, end, footer: footerOf(site?.followLinks ?? []) } }
}

export function footerOf(followLinks: { label: string; url: string }[]) {
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
