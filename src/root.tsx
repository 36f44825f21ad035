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
import { ErrorPage } from '#features/home/error-page.tsx'
import { language } from '#text/language.ts'
import { LogoContext, VoicedContext } from '#ui/drawing/brand.tsx'
import readingCss from '#ui/styles/reading.css?url'
import { apiContext } from '#web/api.ts'
import headScript from '#web/head-script.ts?script'
import { awayContext, isHydrated, type ShownSite, siteContext, viewerContext } from '#web/page.ts'
import { siteTexts, useSite } from '#web/site.ts'
import type { Route } from './+types/root.ts'

declare const __READING__: string

/** Loads the site's settings, and the share of words with a voice, which every page shows. */
export async function loader({ context }: Route.LoaderArgs) {
  const { name: siteName, ...site } = context.get(siteContext)
  const { baseUrl, contactEmail, followLinks, maxUploadBytes, sendsMail, logo, colours } = site
  const tagline = siteTexts(context).tagline ?? null
  const away = context.get(awayContext)
  // Reading pages recognize an author's own page by this id. A page with a viewer is never cached.
  const viewerId = context.get(viewerContext)?.id ?? null
  const settings = { siteName, tagline, logo, colours, baseUrl, contactEmail, followLinks, maxUploadBytes, sendsMail }
  const counting = away ? undefined : context.get(apiContext).vocabulary.voiced({})
  const voiced = (await counting?.catch(() => undefined))?.share ?? 0
  const siteInfo: ShownSite = { ...settings, viewerId, voiced, away }
  return data(siteInfo, away ? 503 : 200)
}

export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const hydrated = isHydrated(useMatches().map((match) => match.handle))
  const { logo, colours, voiced = 0 } = useSite() ?? {}
  return (
    <html lang={language()} data-ready={hydrated ? 'no' : undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={colours?.band ?? '#A5371A'} />
        <link rel="icon" href={logo ?? '/icon.svg'} type={logo ? 'image/png' : 'image/svg+xml'} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href={logo ?? '/icon-192.png'} />
        <link rel="alternate" href="/feed.xml" type="application/atom+xml" />
        <script
          suppressHydrationWarning
          data-after={hydrated ? undefined : __READING__}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash
          dangerouslySetInnerHTML={{ __html: headScript }}
        />
        <link rel="stylesheet" href={readingCss} />
        <Meta />
        <Links />
        {colours && (
          <style
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: hexadecimal colours only, allowed by its hash
            dangerouslySetInnerHTML={{ __html: colours.css }}
          />
        )}
      </head>
      <body>
        <LogoContext value={logo ?? null}>
          <VoicedContext value={voiced}>{children}</VoicedContext>
        </LogoContext>
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
