import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A site that can be given another build while its pages are open. */
export type Renewable = {
  url: string
  /** Puts the other build in place: every built file has another name, those of the former are gone, the worker differs. */
  renew(): void
  /** So many more pages still come from the former build, as they do in the moment of a deploy. */
  behind: number
  /** The site behind it is stopped: it answers 502, as a proxy does. */
  away: boolean
  /** Whether a built file, by its path, is of the build that is there now. */
  isCurrent(path: string): Promise<boolean>
  stop(): Promise<void>
}

/** The hash in the name of a built file. */
const name = /-([\w-]{8})\.(js|css)\b/g
const renamed = (text: string) =>
  text.replace(name, (_, hash: string, kind: string) => `-${hash.slice(1)}${hash[0]}.${kind}`)
const original = (text: string) =>
  text.replace(name, (_, hash: string, kind: string) => `-${hash.at(-1)}${hash.slice(0, -1)}.${kind}`)

/**
 * Stands before a running site. Its other build is the same one under other names, in files, pages and worker alike: as a
 * browser sees it, a second build, without the time that one takes.
 */
export async function renewable(site: string): Promise<Renewable> {
  let renewed = false
  const server = createServer(async (asked, answer) => {
    if (front.away) {
      answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
      return
    }
    const path = renewed ? original(asked.url ?? '/') : (asked.url ?? '/')
    await pass(site + path, asked, answer, (text, kind) => {
      if (!renewed) return text
      if (kind.startsWith('text/html') && front.behind > 0) {
        front.behind--
        return text
      }
      return renamed(text) + (path === '/sw.js' ? '\n// another build' : '')
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
    away: false,
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

async function pass(url: string, asked: IncomingMessage, answer: ServerResponse, change: Change): Promise<void> {
  // What was had before is of another build: no answer may say that it still holds.
  const { 'accept-encoding': _, 'if-none-match': __, 'if-modified-since': ___, ...headers } = asked.headers
  const onward = request(url, { method: asked.method ?? 'GET', headers })
  asked.pipe(onward)
  const [given] = (await once(onward, 'response')) as [IncomingMessage]
  const body = await buffer(given)
  const kind = given.headers['content-type'] ?? ''
  const changed = /^text\/|javascript/.test(kind) ? Buffer.from(change(body.toString(), kind)) : body
  const { 'content-length': length, 'transfer-encoding': ____, ...rest } = given.headers
  const size = asked.method === 'HEAD' ? length : changed.length
  answer.writeHead(given.statusCode ?? 502, { ...rest, ...(size !== undefined && { 'content-length': size }) })
  answer.end(changed)
}
