import type { IncomingMessage } from 'node:http'
import type { Context as HonoContext } from 'hono'
import { routePath } from 'hono/route'
import { isbot } from 'isbot'
import type { ServerBuild } from 'react-router'
import type { Tally } from './tally.ts'

export type Usage = ReturnType<typeof openUsage>
type Header = (name: string) => string | undefined

/** An answer that takes longer is counted as slow, in ms. */
const patience = 1000
/** Asked by machines, every few seconds. */
const watching = /^\/(metrics|healthz|readyz)$/
/** These take as long as their sender's network does. */
const receiving = /^\/uploads\//

/**
 * Adds up which pages people open and how requests end, by day and route as it is written, and keeps nothing else: no
 * address, no browser, no cookie.
 */
export function openUsage(tally: Pick<Tally, 'add'>, loadBuild: () => Promise<ServerBuild>) {
  let finder: ReturnType<typeof routeFinder> | undefined

  /** The page of a path, `/articles/:id`; undefined where there is none. */
  async function pageAt(path: string): Promise<string | undefined> {
    finder ??= routeFinder(patternsOf((await loadBuild()).routes))
    return finder(path)
  }

  return {
    /** Counts what `PageCache` has answered from memory. */
    async opened({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Promise<void> {
      if (!isOpened((name) => headers[name] as string | undefined)) return
      const page = await pageAt(url.replace(/\?.*/, ''))
      if (page) tally.add('visit', page)
    },

    /** Counts every request that comes after it. */
    async middleware(c: HonoContext, next: () => Promise<void>): Promise<void> {
      const start = performance.now()
      await next()
      const slow = performance.now() - start > patience
      const { path, raw } = c.req
      const { status } = c.res
      const route = routePath(c)
      const page = route.endsWith('*') ? await pageAt(path) : undefined
      if (page && raw.method === 'GET' && (status === 200 || status === 304) && isOpened((name) => c.req.header(name)))
        tally.add('visit', page)
      // A file of the build, or what is nowhere.
      if ((route.endsWith('*') && !page) || watching.test(path)) return
      const operation = `${raw.method} ${page ?? route}`
      tally.add('request', operation)
      if (status >= 500) tally.add('error', operation)
      if (slow && !receiving.test(path)) tally.add('slow', operation)
    },
  }
}

/**
 * Whether a person opens a page: by what the browser says, or, where it says nothing, by what is asked for. What a page
 * fetches by itself and what a worker keeps does not count; nor do programs.
 */
function isOpened(header: Header): boolean {
  const destination = header('sec-fetch-dest')
  if (destination ? destination !== 'document' : !header('accept')?.includes('text/html')) return false
  const agent = header('user-agent')
  return Boolean(agent) && !isbot(agent)
}

/** The whole path of each page, without the one that catches what is nowhere. */
function patternsOf(routes: ServerBuild['routes']): string[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  const pages = Object.values(routes).filter((route) => route?.path || route?.index)
  return pages.map((route) => pathOf(route?.id) || '/').filter((pattern) => !pattern.includes('*'))
}

/** Finds the pattern of a path; where several fit, one without parameters. */
function routeFinder(patterns: string[]) {
  const fixed = new Set(patterns.filter((pattern) => !pattern.includes(':')))
  const open = patterns
    .filter((pattern) => pattern.includes(':'))
    .map((pattern) => ({ pattern, form: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`) }))
  return (path: string): string | undefined => {
    const plain = path.length > 1 ? path.replace(/\/$/, '') : path
    return fixed.has(plain) ? plain : open.find(({ form }) => form.test(plain))?.pattern
  }
}
