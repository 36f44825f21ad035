import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#src/root.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { PublicLayout } from '#ui/public-layout.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { footerOf } from './public.layout.tsx'
import { parts } from './sections.ts'
import { text } from './text.ts'

const words = text.error

/** The page of an address with nothing behind it, and of a fault of ours. */
export function ErrorPage({ status }: { status: number }) {
  const site = useRouteLoaderData<typeof rootLoader>('root')
  const notFound = status === 404
  const title = notFound ? words.notFoundTitle : words.brokenTitle
  return (
    <PublicLayout
      siteName={site?.siteName ?? ''}
      tagline={text.tagline}
      nav={[{ href: '/', label: text.nav.home }, ...parts.map(({ href, title: label }) => ({ href, label }))]}
      login={{ href: '/login', label: text.login }}
      join={{ href: '/register', label: text.join }}
      dashboard={{ href: '/dashboard', label: text.dashboard }}
      footer={footerOf(site?.followLinks ?? [])}
    >
      <title>{site ? `${title} | ${site.siteName}` : title}</title>
      <div className="sec">
        <div className="wrap">
          <EmptyState
            title={title}
            actions={
              <>
                <ButtonLink href="/">{words.home}</ButtonLink>
                <ButtonLink variant="line" href="/language/vocabulary">
                  {words.lookUp}
                </ButtonLink>
              </>
            }
          >
            {notFound ? words.notFound : words.broken}
          </EmptyState>
        </div>
      </div>
    </PublicLayout>
  )
}
