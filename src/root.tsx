import type { ReactNode } from 'react'
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
} from 'react-router'
import { language } from '#core/language.ts'
import { ErrorPage } from '#features/home/error-page.tsx'
import readingCss from '#ui/reading.css?url'
import { headScript } from '#web/head-script.ts'
import { awayContext, isHydrated, siteContext } from '#web/page.ts'
import type { Route } from './+types/root.ts'

declare const __READING__: string

/** What every page shows of the site's settings. */
export function loader({ context }: Route.LoaderArgs) {
  const { name, baseUrl, contactEmail, followLinks, maxUploadBytes } = context.get(siteContext)
  const away = context.get(awayContext)
  return data({ siteName: name, baseUrl, contactEmail, followLinks, maxUploadBytes, away }, away ? 503 : 200)
}

export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const hydrated = isHydrated(useMatches().map((match) => match.handle))
  return (
    <html lang={language()} data-ready={hydrated ? 'no' : undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#A5371A" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        <link rel="alternate" href="/feed.xml" type="application/atom+xml" />
        <script
          suppressHydrationWarning
          data-after={hydrated ? undefined : __READING__}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash
          dangerouslySetInnerHTML={{ __html: headScript }}
        />
        <link rel="stylesheet" href={readingCss} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {hydrated && <ScrollRestoration />}
        {hydrated && <Scripts />}
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return loaderData.away ? <ErrorPage status={503} /> : <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} />
  return <ErrorPage status={error.status} requestId={error.data?.requestId} />
}
