import type { IncomingMessage } from 'node:http'
import type { Context as HonoContext } from 'hono'
import { routePath } from 'hono/route'
import { isbot } from 'isbot'
import type { ServerBuild } from 'react-router'
import type { Counters } from './counters.ts'

export type Usage = ReturnType<typeof openUsage>
type Header = (name: string) => string | undefined

/** ms after which an answer counts as slow. */
const patience = 1000
/** Addresses that machines request every few seconds. */
const monitoredPath = /^\/(metrics|healthz|readyz)$/
/** Addresses where the duration depends on the sender's network. */
const uploadPath = /^\/(uploads\/|imports\/[^/]+\/file$)/

/**
 * Counts opened pages and outcomes of requests by day and route pattern, and nothing else: no address, browser or
 * cookie (spec 14.4).
 */
export function openUsage(counters: Pick<Counters, 'add'>, loadBuild: () => Promise<ServerBuild>) {
  let finder: ReturnType<typeof routeFinder> | undefined

  /** Returns the route pattern of a path, such as `/articles/:id`, or undefined. */
  async function pageAt(path: string): Promise<string | undefined> {
    finder ??= routeFinder(patternsOf((await loadBuild()).routes))
    return finder(path)
  }

  return {
    /** Counts a page that `PageCache` answered from memory. */
    async opened({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Promise<void> {
      if (!isOpened((name) => headers[name] as string | undefined)) return
      const page = await pageAt(url.replace(/\?.*/, ''))
      if (page) counters.add('visit', page)
    },

    /** Counts requests to the handlers registered after it. */
    async middleware(c: HonoContext, next: () => Promise<void>): Promise<void> {
      const start = performance.now()
      await next()
      const slow = performance.now() - start > patience
      const { path, raw } = c.req
      const { status } = c.res
      const route = routePath(c)
      const page = route.endsWith('*') ? await pageAt(path) : undefined
      if (page && raw.method === 'GET' && (status === 200 || status === 304) && isOpened((name) => c.req.header(name)))
        counters.add('visit', page)
      // Built files, unknown addresses and monitoring aren't counted.
      if ((route.endsWith('*') && !page) || monitoredPath.test(path)) return
      const operation = `${raw.method} ${page ?? route}`
      counters.add('request', operation)
      if (status >= 500) counters.add('error', operation)
      if (slow && !uploadPath.test(path)) counters.add('slow', operation)
    },
  }
}

/**
 * Returns whether a person opens a page, by Sec-Fetch-Dest or else Accept. Requests by scripts, workers and bots don't
 * count.
 */
function isOpened(header: Header): boolean {
  const destination = header('sec-fetch-dest')
  if (destination ? destination !== 'document' : !header('accept')?.includes('text/html')) return false
  const agent = header('user-agent')
  return Boolean(agent) && !isbot(agent)
}

/** Returns the full path of each page, except the catch-all. */
function patternsOf(routes: ServerBuild['routes']): string[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  const pages = Object.values(routes).filter((route) => route?.path || route?.index)
  return pages.map((route) => pathOf(route?.id) || '/').filter((pattern) => !pattern.includes('*'))
}

/** Returns a function that finds the pattern of a path, preferring one without parameters. */
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
