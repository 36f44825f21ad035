import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildArticle } from '#test/build.ts'
import { testSite } from '#test/harness.ts'
import { readConfig } from '../start/config.ts'

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: unknown }[]
  status: { code?: number }
}
const received: { path: string; service: string; spans: Span[] }[] = []
let receiver: Server

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const body = (await json(request)) as any
    for (const { resource, scopeSpans } of body.resourceSpans)
      received.push({
        path: request.url ?? '',
        service: resource.attributes.find((one: any) => one.key === 'service.name').value.stringValue,
        spans: scopeSpans.flatMap((scope: any) => scope.spans),
      })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as { port: number }
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`
})
afterAll(() => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  receiver.close()
})

const behindProxy = testSite({ trustProxy: 1, telemetry: true })
const inTheOpen = testSite({ telemetry: true })
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

describe('with a receiver', () => {
  test('a request is a span with its operation and statements, in the proxy’s trace, without values', async () => {
    const person = await behindProxy.person({ name: 'Sample Secret Name' })
    const article = await buildArticle(person, { title: 'Sample secret title' })
    const path = `/api/articles/${article.id}?asked=secretly`
    await Promise.all([
      person.call('GET', path, undefined, { traceparent }),
      inTheOpen.call('GET', '/api/articles', undefined, { traceparent }),
      behindProxy.call('POST', '/api/auth/login', { email: 'nobody@site.test', password: 'a secret guess' }),
    ])
    await behindProxy.telemetry?.stop()
    await inTheOpen.telemetry?.stop()

    const spans = received.flatMap((one) => one.spans)
    const mine = spans.filter(({ traceId }) => traceparent.includes(traceId))
    const request = mine.find(({ name }) => name === 'GET /api/articles/:id')
    const operation = mine.find(({ name }) => name === 'article.get')
    const below = mine.filter(({ parentSpanId }) => parentSpanId === operation?.spanId)
    expect(received.map(({ path, service }) => [path, service])).toContainEqual(['/v1/traces', 'urithi'])
    expect(request?.parentSpanId).toBe('b7ad6b7169203331')
    expect(operation?.parentSpanId).toBe(request?.spanId)
    expect(below.map(({ name }) => name)).toContain('select entries')
    expect(mine.some(({ name }) => name === 'GET /api/articles')).toBe(false)
    expect(spans.some(({ name }) => name === 'GET /api/articles')).toBe(true)
    const refused = spans.find(({ name }) => name === 'account.login')
    expect(refused?.attributes).toContainEqual({
      key: 'error.type',
      value: { stringValue: expect.stringMatching(/^\w+$/) },
    })
    expect(spans.filter(({ status }) => status.code === 2)).toEqual([])
    const all = JSON.stringify(received)
    for (const value of ['secret', 'Secret', article.id, person.id, person.email, 'nobody@', '$1'])
      expect(all.toLowerCase()).not.toContain(value.toLowerCase())
  })
})

describe('without a receiver', () => {
  test('telemetry is off by default, and the standard variables turn it on and off', () => {
    expect(readConfig({}).telemetry).toBe(false)
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.test:4318' }
    expect(readConfig(env).telemetry).toBe(true)
    expect(readConfig({ ...env, OTEL_SDK_DISABLED: 'true' }).telemetry).toBe(false)
    expect(readConfig({ ...env, OTEL_TRACES_EXPORTER: 'none' }).telemetry).toBe(false)
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be',
    )
  })

  test('the library is not loaded', () => {
    const seen = new Set<string>()
    const visit = (url: URL) => {
      if (seen.has(url.pathname)) return
      seen.add(url.pathname)
      const source = readFileSync(url, 'utf8')
      for (const [, type, from = ''] of source.matchAll(/^(?:import|export) (type )?[^'"]*?from '([^']+)'/gm)) {
        if (type) continue
        expect(from).not.toMatch(/^@opentelemetry/)
        const file = from.startsWith('#') ? from.replace(/^#src\//, 'src/').replace(/^#/, 'src/') : from
        if (/^(\.|src\/)/.test(file) && file.endsWith('.ts'))
          visit(file.startsWith('.') ? new URL(file, url) : new URL(`../../../${file}`, import.meta.url))
      }
    }
    visit(new URL('../../../server.ts', import.meta.url))
    expect(seen.size).toBeGreaterThan(100)
  })
})
