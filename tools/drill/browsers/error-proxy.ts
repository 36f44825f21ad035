import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, json } from 'node:stream/consumers'

const reportsPath = '/errors-of-the-page'

/** Sends the page's errors to the proxy. Removes its script, so that React finds the page as the server rendered it. */
function reportErrors(path: string) {
  const send = (error: string) => navigator.sendBeacon(path, JSON.stringify(`${error} on ${location.pathname}`))
  addEventListener(
    'error',
    ({ target, error, message }) => {
      if (target === window) send(`${error?.stack || message}`)
      // Other elements are ignored: preload links report files that are already loaded, and audio reports missing
      // speakers.
      else if (/^(SCRIPT|IMG)$/.test((target as Element).tagName))
        send(`could not load ${(target as HTMLImageElement).src}`)
    },
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) => send(`unhandled: ${reason} ${reason?.stack ?? ''}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // Zod checks whether it may use eval, and works without it.
    if (blockedURI !== 'eval') send(`blocked: ${violatedDirective} ${blockedURI}`)
  })
  const { error } = console
  console.error = (...args) => {
    send(`console.error: ${args.join(' ')}`)
    error(...args)
  }
  document.currentScript?.remove()
}
const script = `(${reportErrors})(${JSON.stringify(reportsPath)})`
const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/**
 * Serves a site with a script in each page that reports its errors, because WebKitGTK's driver does not report them.
 * @returns its address, and a function that returns the errors since the last call
 */
export async function startErrorProxy(opened: AsyncDisposableStack, site: string) {
  let errors: string[] = []
  const server = createServer((incoming, answer) => {
    if (incoming.url !== reportsPath) return forward(site, incoming, answer)
    void json(incoming).then((error) => {
      errors.push(String(error))
      answer.writeHead(204).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  opened.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeErrors() {
      const taken = errors
      errors = []
      return taken
    },
  }
}

function forward(site: string, incoming: IncomingMessage, answer: ServerResponse) {
  const { method, url, headers } = incoming
  // Each request has its own connection, because the site may close a shared one while a request is on its way.
  const connection = { agent: false, headers: { ...headers, 'accept-encoding': 'identity', connection: 'close' } }
  const sent = request(`${site}${url}`, { method, ...connection })
  sent.on('error', () => answer.destroy())
  sent.on('response', (response) => {
    const status = response.statusCode ?? 502
    const allowed = allowScript(response.headers)
    if (!/^text\/html/.test(response.headers['content-type'] ?? '') || method === 'HEAD') {
      answer.writeHead(status, allowed)
      return response.on('error', () => answer.destroy()).pipe(answer)
    }
    buffer(response).then(
      (body) => {
        const page = body
          .toString()
          .replace(/^<!doctype html><html[^>]*><head>/i, (start) => `${start}<script>${script}</script>`)
        answer.writeHead(status, { ...allowed, 'content-length': Buffer.byteLength(page) }).end(page)
      },
      () => answer.destroy(),
    )
  })
  answer.on('close', () => sent.destroy())
  incoming.pipe(sent)
}

function allowScript(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'transfer-encoding': _, 'content-security-policy': policy, ...others } = headers
  if (typeof policy !== 'string') return others
  return { ...others, 'content-security-policy': policy.replace("script-src 'self'", `script-src 'self' ${hash}`) }
}
