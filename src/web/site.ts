import { type RouterContextProvider, useRouteLoaderData } from 'react-router'
import type { SiteTexts } from '#core/context.ts'
import { language } from '#text/language.ts'
import { type ShownSite, siteContext } from './page.ts'

/** Returns the site's settings for pages; undefined if the page itself could not be loaded. */
export function useSite() {
  return useRouteLoaderData<ShownSite>('root')
}

/**
 * Returns the texts that an admin wrote in the reader's language, for a page's loader. The other texts keep their
 * defaults.
 */
export function siteTexts(context: Readonly<RouterContextProvider>): SiteTexts {
  return context.get(siteContext).texts[language()] ?? {}
}

/** Returns the size limit of files in MB. */
export function useMaxUploadMb(): number {
  return Math.floor((useSite()?.maxUploadBytes ?? 0) / 1024 / 1024)
}
