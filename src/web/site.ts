import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#src/root.tsx'

/** What every page knows of the site's settings; undefined where the page itself could not be loaded. */
export function useSite() {
  return useRouteLoaderData<typeof rootLoader>('root')
}

/** The largest file that the site takes, in MB. */
export function useMaxUploadMb(): number {
  return Math.floor((useSite()?.maxUploadBytes ?? 0) / 1024 / 1024)
}
