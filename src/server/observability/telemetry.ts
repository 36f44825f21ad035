import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { type Attributes, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Context as HonoContext } from 'hono'
import { routePath } from 'hono/route'
import { LRUCache } from 'lru-cache'
import type { Pool, PoolClient } from 'pg'
import { operationRuns } from '#core/call.ts'
import { Refusal } from '#core/errors.ts'
import { operations } from '#src/operations.ts'

// This module is loaded only if an OTLP endpoint is set (OTEL_EXPORTER_OTLP_ENDPOINT); see docs/operating.md.

export type Telemetry = ReturnType<typeof openTelemetry>
type Options = {
  /** Pools whose statements become spans. */
  pools: Pool[]
  /** True if a proxy may set the trace of a request. */
  trusted: boolean
}

/** Sends spans of requests, operations and statements over OTLP (HTTP, JSON), by name and without values. */
export function openTelemetry({ pools, trusted }: Options) {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'urithi' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(process.env),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('urithi')
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Span | undefined>()
  const names = new Map(
    Object.entries(operations).flatMap(([room, rows]) =>
      Object.entries(rows).map(([name, row]): [object, string] => [row, `${room}.${name}`]),
    ),
  )

  function begin(name: string, kind: SpanKind, attributes: Attributes = {}): Span {
    const parent = current.getStore()
    return tracer.startSpan(name, { kind, attributes }, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT)
  }

  /**
   * Reports only the class of an error or the code of a Refusal, because a message may contain what someone typed. A
   * Refusal isn't marked as an error.
   */
  function fail(span: Span | undefined, error: unknown): void {
    if (!(error instanceof Refusal)) span?.setStatus({ code: SpanStatusCode.ERROR })
    const name = error instanceof Error ? error.constructor.name : 'Error'
    span?.setAttribute('error.type', error instanceof Refusal ? error.code : name)
  }

  const running = new WeakMap<object, Span>()
  operationRuns.start.bindStore(current, (message) => {
    if (!current.getStore()) return undefined
    const span = begin(names.get(message.row) ?? message.row.path, SpanKind.INTERNAL)
    running.set(message, span)
    return span
  })
  const listener = {
    error: (message: { error: unknown }) => fail(running.get(message), message.error),
    asyncEnd: (message: object) => running.get(message)?.end(),
  }
  operationRuns.subscribe(listener)

  function traceStatements(client: PoolClient): void {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const traced = (...args: unknown[]) => {
      if (!current.getStore()) return query(...args)
      const span = begin(statementName(args[0]), SpanKind.CLIENT, { 'db.system.name': 'postgresql' })
      const end = (error?: unknown) => {
        if (error instanceof Error) fail(span, error)
        span.end()
      }
      const callback = args.at(-1)
      if (typeof callback === 'function')
        return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
          end(error)
          callback(error, result)
        })
      const answer = query(...args)
      if (answer instanceof Promise) answer.then(() => end(), end)
      else end()
      return answer
    }
    client.query = traced as typeof client.query
  }

  for (const pool of pools) {
    pool.on('connect', traceStatements)
    const connect = pool.connect.bind(pool) as (callback?: (...args: unknown[]) => void) => unknown
    // A waiting query gets its connection when another request ends, so its own span is bound to the callback.
    pool.connect = ((callback?: (...args: unknown[]) => void) =>
      callback ? connect(AsyncResource.bind(callback)) : connect()) as typeof pool.connect
  }

  return {
    /** Creates a span for every request to the handlers registered after it. */
    async middleware(c: HonoContext, next: () => Promise<void>): Promise<void> {
      const { headers, method } = c.req.raw
      const getter = {
        keys: () => [...headers.keys()],
        get: (_: unknown, name: string) => headers.get(name) ?? undefined,
      }
      const parent = trusted ? propagator.extract(ROOT_CONTEXT, headers, getter) : ROOT_CONTEXT
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        parent,
      )
      await current.run(span, next)
      const route = routePath(c)
      span.updateName(`${method} ${route}`)
      span.setAttributes({ 'http.route': route, 'http.response.status_code': c.res.status })
      if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    /** Sends the remaining spans. */
    async stop(): Promise<void> {
      operationRuns.unsubscribe(listener)
      operationRuns.start.unbindStore(current)
      await provider.shutdown().catch(() => {})
    },
  }
}

const nameCache = new LRUCache<string, string>({ max: 1000 })

/** Returns what a statement does to which table, as in `select entries`. Ignores nested statements in parentheses. */
function statementName(query: unknown): string {
  const text = typeof query === 'string' ? query : String((query as { text?: unknown }).text ?? '')
  const name = nameCache.get(text) ?? nameOf(text)
  nameCache.set(text, name)
  return name
}

function nameOf(text: string): string {
  let outer = text
  for (let before = ''; before !== outer; ) {
    before = outer
    outer = outer.replace(/\([^()]*\)/g, '')
  }
  const verb = /\b(select|insert|update|delete)\b/i.exec(outer)?.[0] ?? /\w+/.exec(outer)?.[0] ?? 'statement'
  const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(outer)?.[1]
  return [verb.toLowerCase(), table].filter(Boolean).join(' ')
}

/** Returns the sampler of OTEL_TRACES_SAMPLER and its argument. */
function samplerOf(env: Record<string, string | undefined>): Sampler {
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG ?? 1)
  const [, parent, name = 'always_on'] =
    /^(parentbased_)?(\w+)$/.exec(env.OTEL_TRACES_SAMPLER || 'parentbased_always_on') ?? []
  const samplers: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  }
  const root = samplers[name]?.() ?? new AlwaysOnSampler()
  return parent ? new ParentBasedSampler({ root }) : root
}
