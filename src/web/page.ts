import { createContext } from 'react-router'
import type { Site, Viewer } from '#core/context.ts'

/** What a page may say of itself by `export const handle`. */
export type PageHandle = {
  /** The page needs React in the browser. Reading pages don't: they are HTML and at most 8 KB of script. */
  hydrate?: true
  /** The `href` of the part of the site that the header marks as current. */
  current?: string
  /** What stands before the footer. */
  end?: 'scarp' | 'flat' | 'none'
}

export function isHydrated(handles: unknown[]): boolean {
  return handles.some((handle) => (handle as PageHandle | undefined)?.hydrate === true)
}

// What the server gives a page's loader beside the API.
export const siteContext = createContext<Site>()
export const viewerContext = createContext<Viewer | null>(null)
/** Whether nobody can be told apart now: the database is away. */
export const awayContext = createContext(false)
export const nonceContext = createContext<string>('')
