import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { getConnInfo } from '@hono/node-server/conninfo'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Context as HonoContext } from 'hono'
import { routePath } from 'hono/route'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { NotFound } from '#core/errors.ts'
import type { Mailer } from '#core/mailer.ts'
import { readQueue } from '#core/queue.ts'
import type { PageCache } from '../pages/page-cache.ts'
import type { Counters } from './counters.ts'

type Sources = { db: NodePgDatabase; pools: Record<string, Pool>; cache: PageCache; counters: Pick<Counters, 'add'> }
export type Metrics = ReturnType<typeof openMetrics>

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** ms to wait for the database, so that a scrape returns without its numbers instead of hanging. */
const patience = 2000

/**
 * Opens the Prometheus metrics of this process and of the shared queue and files. Labels are fixed words and route
 * patterns, never ids or addresses.
 */
export function openMetrics({ db, pools, cache, counters }: Sources) {
  const registers = [new Registry()]
  const [register] = registers as [Registry]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the head of the response, by route and class of status; cached pages are in page_cache_total',
    labelNames: ['operation', 'status'],
    buckets: [0.01, 0.05, 0.2, 1, 5],
    registers,
  })
  const mails = new Counter({
    name: 'mails_total',
    help: 'Emails handed to the mail server or written to files, and failed attempts',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0)
  new Counter({
    name: 'page_cache_total',
    help: 'Pages and lists for guests, found in the cache or rendered',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      this.inc({ result: 'found' }, cache.counts.hits)
      this.inc({ result: 'made' }, cache.counts.rendered)
    },
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this process by pool, and requests waiting for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waited for' }, pool.waitingCount)
      }
    },
  })
  new Gauge({
    name: 'jobs',
    help: 'Queued jobs of all instances by state',
    labelNames: ['state'],
    registers,
    async collect() {
      const queue = await tryRead(readQueue(db))
      if (!queue) return this.reset()
      for (const state of ['waiting', 'running', 'retrying', 'failed'] as const) this.set({ state }, queue[state])
    },
  })
  new Gauge({
    name: 'stored_original_bytes',
    help: 'Total size of the stored original files',
    registers,
    async collect() {
      const sum = await tryRead(db.execute(originals))
      if (sum) this.set(Number(sum.rows[0]?.bytes))
    },
  })

  /** Returns undefined if the database doesn't answer, so that the other metrics are still reported. */
  function tryRead<T>(question: Promise<T>): Promise<T | undefined> {
    return Promise.race([question.catch(() => undefined), wait(patience, undefined, { ref: false })])
  }

  return {
    /** Measures the duration of every request to the handlers registered after it. */
    async middleware(c: HonoContext, next: () => Promise<void>) {
      const done = requests.startTimer()
      await next()
      const method = methods.includes(c.req.method) ? c.req.method : 'other'
      done({ operation: `${method} ${routePath(c)}`, status: `${Math.floor(c.res.status / 100)}xx` })
    },
    /** Returns a mailer that counts the emails it sends. */
    counted(mail: Mailer): Mailer {
      return {
        ...mail,
        async send(one) {
          await mail.send(one).catch((error) => {
            mails.inc({ outcome: 'failed' })
            counters.add('mail-failed', 'failed')
            throw error
          })
          mails.inc({ outcome: 'sent' })
          counters.add('mail', 'sent')
        },
      }
    },
    /** Answers `GET /metrics`. Throws NotFound without permission. */
    async answer(c: HonoContext, token: string | undefined): Promise<Response> {
      if (!hasToken(c, token) && !isFromHere(c)) throw new NotFound()
      return c.body(await register.metrics(), 200, {
        'content-type': register.contentType,
        'cache-control': 'private, no-store',
      })
    },
  }
}

const originals = sql`select coalesce(sum(size), 0)::float8 as bytes from files where stored_at is not null`

function hasToken(c: HonoContext, token: string | undefined): boolean {
  const bearer = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined || bearer === undefined) return false
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(bearer), hash(token))
}

const forwarding =
  /^(forwarded|via|x-forwarded.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|client-ip|cf-.*)$/
const loopback = /^(localhost|\[?::1\]?|(::ffff:)?127\.\d+\.\d+\.\d+)$/

/**
 * Returns whether a program on this machine sent the request directly; a proxy would send forwarding headers or the
 * site's name.
 */
function isFromHere(c: HonoContext): boolean {
  const headers = [...c.req.raw.headers.keys()]
  if (headers.some((name) => forwarding.test(name)) || !c.env?.incoming) return false
  return loopback.test(getConnInfo(c).remote.address ?? '') && loopback.test(new URL(c.req.url).hostname)
}
