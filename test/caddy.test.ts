import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sessions } from '#core/tables.ts'
import { freePort } from '../tools/free-port.ts'
import { buildArticle } from './build.ts'
import { cast, testSite } from './harness.ts'
import { idOf, sound } from './samples.ts'

// Runs deploy/Caddyfile unchanged with Debian's Caddy in front of a site, with Caddy's own certificates.
const caddy = ['/usr/bin/caddy', 'node_modules/.cache/caddy/usr/bin/caddy'].find(existsSync) ?? ''

describe.skipIf(!caddy)('behind Caddy', () => {
  const site = testSite({ trustProxy: 1 })
  const folder = mkdtempSync(join(tmpdir(), 'urithi-caddy-'))
  let upstream: Server
  let program: ChildProcess
  let session: ClientHttp2Session
  let direct: string
  /** Caddy's log, with each attempt to reach the site. */
  let log = ''
  const { person } = cast(site)

  beforeAll(async () => {
    await site.hear()
    const port = await serve(0)
    direct = `http://127.0.0.1:${port}`
    const [https, http] = [await freePort(), await freePort()]
    const file = join(folder, 'Caddyfile')
    const settings = [
      'debug',
      'admin off',
      'local_certs',
      'skip_install_trust',
      `https_port ${https}`,
      `http_port ${http}`,
    ]
    writeFileSync(file, `{\n${settings.join('\n')}\n}\nimport ${resolve('deploy/Caddyfile')}\n`)
    program = spawn(caddy, ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: { HOME: folder, XDG_DATA_HOME: folder, SITE_ADDRESS: 'localhost', SITE_UPSTREAM: `127.0.0.1:${port}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    program.stderr?.setEncoding('utf8').on('data', (text) => {
      log += text
    })
    const authority = join(folder, 'caddy/pki/authorities/local/root.crt')
    await vi.waitUntil(() => existsSync(authority), { timeout: 30_000, interval: 50 })
    await vi.waitUntil(() => open(`https://localhost:${https}`, readFileSync(authority)), {
      timeout: 30_000,
      interval: 100,
    })
  })
  afterAll(async () => {
    session?.destroy()
    program?.kill('SIGKILL')
    upstream?.closeAllConnections()
    upstream?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function serve(port: number): Promise<number> {
    upstream = createServer(getRequestListener(site.app.fetch))
    return listening(upstream, port)
  }

  /** Returns whether the server answers with HTTP/2. */
  function open(url: string, ca: Buffer): Promise<boolean> {
    return new Promise((resolve) => {
      session = connect(url, { ca })
      session.once('error', () => resolve(false))
      session.once('connect', () => resolve(session.alpnProtocol === 'h2'))
    })
  }

  type Reply = { status: number; headers: IncomingHttpHeaders; text: string }
  function ask(path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Reply> {
    const stream = session.request({ ':path': path, ':method': method, ...headers }, { endStream: body === '' })
    let text = ''
    let head: IncomingHttpHeaders & { ':status'?: number } = {}
    stream.on('response', (answer) => {
      head = answer
    })
    stream.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    if (body) stream.end(body)
    return new Promise((resolve, reject) => {
      stream.once('error', reject)
      stream.once('end', () => resolve({ status: head[':status'] ?? 0, headers: head, text }))
    })
  }

  test('the file is formatted as caddy fmt formats it', () => {
    const { stdout } = spawnSync(caddy, ['fmt', 'deploy/Caddyfile'], { encoding: 'utf8' })
    expect(readFileSync('deploy/Caddyfile', 'utf8')).toBe(stdout)
  })

  test.each(['/about', '/dashboard', '/api/articles', '/icon.svg', '/nowhere'])(
    '%s arrives with the site’s status, with no header lost, doubled or changed, and HTTP/3 is offered',
    async (path) => {
      const sentHeaders = { 'accept-encoding': 'br', 'sec-fetch-site': 'same-origin' }
      const { headers, status } = await ask(path, sentHeaders)
      const directAnswer = await fetch(direct + path, { headers: sentHeaders })
      const { 'alt-svc': altSvc, server: _, date: __, ...actualHeaders } = headers
      const expectedHeaders = Object.fromEntries([...directAnswer.headers].filter(([name]) => !hop.test(name)))
      const maskNonce = ([name, value]: [string, unknown]) => [name, String(value).replace(/nonce-[\w+/=]+/, 'nonce')]
      const sorted = (all: object) => Object.entries(all).map(maskNonce).sort()
      expect(status).toBe(directAnswer.status)
      expect(altSvc).toMatch(/h3=":\d+"/)
      expect(sorted(actualHeaders).filter(([name = '']) => !hop.test(name))).toEqual(sorted(expectedHeaders))
    },
  )

  test('metrics can’t be read through Caddy, even with the token', async () => {
    const authorization = 'Bearer a token of the tests'
    const numbers = await fetch(`${direct}/metrics`, { headers: { authorization, 'x-forwarded-for': '10.0.0.1' } })
    expect(await numbers.text()).toContain('nodejs_eventloop')
    for (const path of [
      '/metrics',
      '/metrics/',
      '/METRICS',
      '/%6Detrics',
      '//metrics',
      '/./metrics',
      '/a/../metrics',
    ]) {
      const { status, text } = await ask(path, { authorization })
      expect([path, status]).toEqual([path, 404])
      expect(text).not.toContain('nodejs_')
    }
  })

  test('a reader’s address is the one that Caddy sees, whatever the headers claim', async () => {
    const claims = {
      'x-forwarded-for': '203.0.113.66',
      'x-forwarded-proto': 'http',
      'x-real-ip': '203.0.113.66',
      forwarded: 'for=203.0.113.66',
      'cf-ipcity': 'Claimed City',
      'x-geo-city': 'Claimed City',
      'cloudfront-viewer-city': 'Claimed City',
    }
    const json = { 'content-type': 'application/json' }
    const login = JSON.stringify({ email: person.email, password: 'test password' })
    const { status } = await ask('/api/auth/login', { ...json, ...claims }, 'POST', login)
    const [newest] = await site.db.select().from(sessions).orderBy(desc(sessions.id)).limit(1)
    expect(status).toBe(200)
    expect(newest).toMatchObject({ address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/), location: null })
  })

  test('a piece of an upload is passed on as it arrives, and an interrupted upload is resumed', async () => {
    const bytes = sound(200_000)
    const file = { filename: 'sample.mp3', contentType: 'audio/mpeg', size: bytes.length }
    const { body } = await person.call('POST', '/api/uploads', file)
    const { pathname, search } = new URL(body.resumeUrl)
    const part = (offset: number) =>
      session.request({
        ':method': 'PATCH',
        ':path': pathname + search,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      })
    const arrived = () =>
      statSync(join(site.services.piecesFolder ?? '', idOf(body.fileUrl)), { throwIfNoEntry: false })?.size
    const cut = part(0)
    cut.on('error', () => {})
    cut.write(bytes.subarray(0, 70_000))
    await expect.poll(arrived, { timeout: 20_000 }).toBe(70_000)
    cut.close(8)
    const { headers } = await ask(pathname + search, { 'tus-resumable': '1.0.0' }, 'HEAD')
    const offset = Number(headers['upload-offset'])
    expect(offset).toBe(70_000)
    const rest = part(offset)
    rest.end(bytes.subarray(offset))
    const status = await new Promise((resolve) => rest.once('response', (answer) => resolve(answer[':status'])))
    expect(status).toBe(204)
  })

  test('live updates arrive while the stream is open', async () => {
    const stream = session.request({ ':path': '/api/stream', authorization: `Bearer ${person.token}` })
    let events = ''
    stream.setEncoding('utf8').on('data', (text) => {
      events += text
    })
    await expect.poll(() => events, { timeout: 20_000 }).toContain(':\n')
    await buildArticle(await site.person())
    await expect.poll(() => events, { timeout: 20_000 }).toContain('data: article')
    stream.close()
  })

  test('requests wait for a site that restarts', async () => {
    const { port } = upstream.address() as { port: number }
    await closed(upstream)
    const before = log.length
    const waiting = ask('/healthz')
    await expect.poll(() => log.slice(before), { timeout: 20_000 }).toContain('connection refused')
    await serve(port)
    expect(await waiting).toMatchObject({ status: 200, text: 'ok' })
  })
})

/** Headers that differ between two requests. A nonce changes a page's compressed length by some bytes. */
const hop = /^(:.*|date|content-length|connection|keep-alive|transfer-encoding|x-request-id)$/

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
