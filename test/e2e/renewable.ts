import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A site that can get another build while its pages are open. */
export type Renewable = {
  url: string
  /** Installs the other build: all built files have new names, the old ones are gone, and the worker differs. */
  renew(): void
  /** How many of the next pages still come from the old build, as during a deploy. */
  behind: number
  /** Scripts are answered only once this has ended. */
  scriptsAfter: Promise<void> | undefined
  /** Status with which something else answers in place of the site, such as a filter, or a proxy while it is stopped. */
  stranger: number | undefined
  /** Returns whether a built file, by its path, belongs to the current build. */
  isCurrent(path: string): Promise<boolean>
  stop(): Promise<void>
}

/** The end of the name of a built file, with its hash. */
const hashedName = /-([\w-]{8})\.(js|css)\b/g
const withNewNames = (text: string) =>
  text.replace(hashedName, (_, hash: string, kind: string) => `-${hash.slice(1)}${hash[0]}.${kind}`)
const withOldNames = (text: string) =>
  text.replace(hashedName, (_, hash: string, kind: string) => `-${hash.at(-1)}${hash.slice(0, -1)}.${kind}`)

/**
 * Starts a proxy in front of a running site. Its second build has the same files under other names, which its pages and
 * its worker use. To a browser, it looks like a new build, but it takes no time to make.
 */
export async function renewable(site: string): Promise<Renewable> {
  let renewed = false
  const server = createServer(async (incoming, answer) => {
    if (front.stranger) {
      answer.writeHead(front.stranger, { 'content-type': 'text/html' }).end('<h1>Sample stranger</h1>')
      return
    }
    if (incoming.url?.endsWith('.js')) await front.scriptsAfter
    const path = renewed ? withOldNames(incoming.url ?? '/') : (incoming.url ?? '/')
    await pass(site + path, incoming, answer, (text, kind) => {
      if (!renewed) return text
      if (kind.startsWith('text/html') && front.behind > 0) {
        front.behind--
        return text
      }
      return withNewNames(text) + (path === '/sw.js' ? '\n// another build' : '')
    }).catch(() => answer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const front: Renewable = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    renew() {
      renewed = true
    },
    behind: 0,
    scriptsAfter: undefined,
    stranger: undefined,
    isCurrent: async (path) => (await fetch(front.url + path, { method: 'HEAD' })).ok,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return front
}

type Change = (text: string, kind: string) => string

async function pass(url: string, incoming: IncomingMessage, answer: ServerResponse, change: Change): Promise<void> {
  // Cached files may belong to the other build, so no answer may confirm them.
  const { 'accept-encoding': _, 'if-none-match': __, 'if-modified-since': ___, ...headers } = incoming.headers
  const onward = request(url, { method: incoming.method ?? 'GET', headers })
  incoming.pipe(onward)
  const [reply] = (await once(onward, 'response')) as [IncomingMessage]
  const body = await buffer(reply)
  const kind = reply.headers['content-type'] ?? ''
  const changed = /^text\/|javascript/.test(kind) ? Buffer.from(change(body.toString(), kind)) : body
  const { 'content-length': length, 'transfer-encoding': ____, ...rest } = reply.headers
  const size = incoming.method === 'HEAD' ? length : changed.length
  answer.writeHead(reply.statusCode ?? 502, { ...rest, ...(size !== undefined && { 'content-length': size }) })
  answer.end(changed)
}
