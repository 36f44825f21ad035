import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Target = { name: string; url: string; ready: boolean }

const lookMs = 200

/**
 * Starts a balancer that sends requests in turn to the instances that are ready (/readyz), and tries another if one
 * can't be reached. A request that breaks off is answered with 502, and with the instance's name in `x-lost`.
 */
export async function startProxy() {
  const targets: Target[] = []
  let turn = 0

  const server = createServer((incoming, answer) => {
    void buffer(incoming).then(
      (body) => pass(incoming, body, answer, []),
      () => answer.destroy(),
    )
  })

  function pass(incoming: IncomingMessage, body: Buffer, answer: ServerResponse, tried: Target[]) {
    const available = targets.filter((one) => one.ready && !tried.includes(one))
    const target = available[turn++ % Math.max(1, available.length)]
    if (!target) return answer.writeHead(502, { 'x-lost': 'none' }).end()
    const { hostname, port } = new URL(target.url)
    const { method, url: path } = incoming
    const headers = {
      ...withoutHops(incoming.headers),
      'content-length': body.length,
      connection: 'close',
      'x-forwarded-for': '192.0.2.1',
    }
    let reached = false
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      answer.writeHead(response.statusCode ?? 502, withoutHops(response.headers))
      response.on('error', () => answer.destroy()).pipe(answer)
    })
    sent.on('socket', (socket) => socket.once('connect', () => (reached = true)))
    sent.on('error', () => {
      if (!reached) return pass(incoming, body, answer, [...tried, target])
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502, { 'x-lost': target.name }).end()
    })
    answer.on('close', () => sent.destroy())
    sent.end(body)
  }

  server.keepAliveTimeout = 120_000

  async function look(target: Target) {
    const signal = AbortSignal.timeout(2000)
    const answer = await fetch(`${target.url}/readyz`, { signal }).catch(() => undefined)
    // An instance that is only slow stays in use.
    if (answer || !signal.aborted) target.ready = answer?.status === 200
  }
  const timer = setInterval(() => {
    for (const target of targets) void look(target)
  }, lookMs)

  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async add(instance: { name: string; url: string }) {
      const target = { ...instance, ready: false }
      targets.push(target)
      await look(target)
    },
    stop() {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns the end-to-end headers. */
function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...rest } = headers
  return rest
}
