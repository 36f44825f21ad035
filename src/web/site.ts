import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#src/root.tsx'

/** The largest file that the site takes, in MB. */
export function useMaxUploadMb(): number {
  const site = useRouteLoaderData<typeof rootLoader>('root')
  return Math.floor((site?.maxUploadBytes ?? 0) / 1024 / 1024)
}
