import { createContext } from 'react-router'
import type { Site, Viewer } from '#core/context.ts'

/** Options that a page exports as `handle`. */
export type PageHandle = {
  /** True if the page needs React in the browser. Reading pages don't: they are HTML with at most 8 KB of script. */
  hydrate?: true
  /** The `href` of the part of the site that the header marks as current. */
  current?: string
  /** The end of the page: the scarp or nothing (`flat`) before the footer, or neither footer nor bottom bar (`none`). */
  end?: 'scarp' | 'flat' | 'none'
}

export function isHydrated(handles: unknown[]): boolean {
  return handles.some((handle) => (handle as PageHandle | undefined)?.hydrate === true)
}

/** The site's settings that every page shows, as the root's loader returns them. */
export type ShownSite = Pick<Site, 'baseUrl' | 'contactEmail' | 'followLinks' | 'maxUploadBytes' | 'sendsMail'> & {
  siteName: string
  /** The tagline that an admin wrote in this language, or null for the default. */
  tagline: string | null
  /** Address of the site's own logo, or null for the default. */
  logo: string | null
  colours: Site['colours']
  viewerId: string | null
  /** The share, from 0 to 1, of the words that have a voice. */
  voiced: number
  /** True while the database is unavailable. */
  away: boolean
}

// The server passes these values to a page's loader in addition to the API.
export const siteContext = createContext<Site>()
export const viewerContext = createContext<Viewer | null>(null)
/** True while the database is unavailable, so that sessions can't be checked. */
export const awayContext = createContext(false)
export const nonceContext = createContext<string>('')
/** Logs an error of a loader or of rendering like all others on the server. */
export const reportContext = createContext<(error: unknown) => void>(() => {})
