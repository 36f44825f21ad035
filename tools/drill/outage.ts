import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { startAlone } from '#server/backup/site.ts'
import { openDatabaseProxy } from './database-proxy.ts'
import { startInstance } from './instances.ts'
import { countMails, mailsUnderWay, queueMails } from './mails.ts'
import { countPosted, type Person, secret, signIn } from './people.ts'
import { article } from './post.ts'

/** How the database fails: its process is stopped, or it stops answering. */
type How = 'stopped' | 'silent'
type Answer = { what: string; startedAt: number; took: number; status: number; retryAfter: string | null }

const lanes = { write: 6, read: 6, stream: 4 }
const calmSeconds = 8
/** Maximum seconds until an answer, even an error, and until recovery. */
const limits = { answer: 25, back: 25 }

/**
 * Makes the database of a busy server fail in both ways, for `seconds` each, and reports how the server answered.
 * Clients repeat requests that were answered with 503.
 */
export async function drillOutage(seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-outage-'))
  // When root runs this drill, the database runs as the service user.
  chmodSync(folder, 0o755)
  let database = await startAlone(join(folder, 'database'))
  const databaseProxy = await openDatabaseProxy(database.url)
  const pool = new Pool({ connectionString: database.url, max: 4 }).on('error', () => {})
  const { url } = databaseProxy
  const settings = { DATABASE_URL: url, DATABASE_CONNECTIONS: '10', AUTH_SECRET: secret, LOG_LEVEL: 'fatal' }
  const server = await startInstance(folder, 'server', settings)
  const violations: string[] = []
  try {
    const people = await signIn(pool, lanes.write + lanes.stream)
    const crowd = startCrowd(server.url, people)
    const mails = queueMails(pool)
    const cutOff = new Set<string>()
    for (const how of ['stopped', 'silent'] as const) {
      await sleep(calmSeconds * 1000)
      const began = Date.now()
      if (how === 'silent') databaseProxy.fallSilent()
      else await database.end()
      await sleep(seconds * 1000 - (Date.now() - began))
      const back = Date.now()
      if (how === 'silent') databaseProxy.speak()
      else database = await startAlone(join(folder, 'database'))
      for (const to of await mailsUnderWay(pool)) cutOff.add(to)
      const heard = crowd.whenAllHear(back)
      await crowd.whenAllAnswered(back)
      violations.push(...report(how, crowd.answers, { began, back, ready: Date.now(), heard: await heard }))
    }
    await sleep(calmSeconds * 1000)
    const acknowledged = await crowd.stop()
    const jobs = countMails([server], await mails.stop(), cutOff)
    const posted = await countPosted(pool)
    const lost = acknowledged.filter((id) => !posted.ids.has(id)).length
    console.log({ acknowledged: acknowledged.length, lost, doubled: posted.doubled, ...jobs })
    const areJobsWrong = jobs.jobsNotRun || jobs.jobsRunTwice
    if (lost || posted.doubled || areJobsWrong) violations.push('Posts or jobs were lost, stored twice or run twice.')
    if (server.child.exitCode !== null) violations.push('The server ended.')
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
    databaseProxy.close()
    await pool.end()
    await database.end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  console.log(violations.length ? violations.join('\n') : 'All requirements are met.')
  if (violations.length) process.exitCode = 1
}

type Times = { began: number; back: number; ready: number; heard: number }

/** Prints the answers during the outage and returns the unmet requirements. */
function report(how: How, answers: readonly Answer[], { began, back, ready, heard }: Times): string[] {
  const duringOutage = answers.filter(({ startedAt, took }) => startedAt >= began && startedAt + took <= back)
  const affected = answers.filter(({ startedAt, took }) => startedAt + took >= began && startedAt <= ready)
  const counts = new Map<string, number>()
  for (const { what, status } of duringOutage) {
    const key = `${what} ${status}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const slowest = Math.max(0, ...affected.map(({ took }) => took)) / 1000
  const again = { answers: (ready - back) / 1000, stream: (heard - back) / 1000 }
  console.log(
    `${how} for ${((back - began) / 1000).toFixed(1)} s: ${JSON.stringify(Object.fromEntries([...counts].sort()))}\n` +
      `  slowest answer ${slowest.toFixed(1)} s; after its return every client was answered within ${again.answers.toFixed(1)} s, ` +
      `every stream got new posts within ${again.stream.toFixed(1)} s`,
  )
  const bad = affected.filter(({ status, retryAfter }) => status >= 300 && !(status === 503 && Number(retryAfter) > 0))
  return [
    ...bad.slice(0, 5).map(({ what, status }) => `${how}: ${what} was answered ${status}`),
    ...(slowest > limits.answer ? [`${how}: an answer took ${slowest} s`] : []),
    ...(again.answers > limits.back || again.stream > limits.back ? [`${how}: it took too long to recover`] : []),
  ]
}

/** Starts clients that write, read and listen until they are stopped. */
function startCrowd(url: string, people: readonly Person[]) {
  const answers: Answer[] = []
  const acknowledged: string[] = []
  const heard = new Map<number, number>()
  const answered = new Map<string, number>()
  const stop = new AbortController()
  const { signal } = stop
  const tokenOf = (lane: number) => people[lane % people.length]?.token ?? ''

  async function ask(lane: string, what: string, path: string, options: RequestInit = {}) {
    const startedAt = Date.now()
    const answer = await fetch(url + path, { ...options, signal: AbortSignal.timeout(limits.answer * 1000) }).catch(
      () => undefined,
    )
    const text = await answer?.text().catch(() => undefined)
    const status = text === undefined ? 0 : (answer?.status ?? 0)
    answers.push({
      what,
      startedAt,
      took: Date.now() - startedAt,
      status,
      retryAfter: answer?.headers.get('retry-after') ?? null,
    })
    if (status >= 200 && status < 300) answered.set(lane, startedAt)
    return { status, text }
  }

  async function write(lane: number) {
    while (!signal.aborted) {
      const key = crypto.randomUUID()
      for (let done = false; !done && !signal.aborted; await sleep(300)) {
        const headers = {
          ...{ authorization: `Bearer ${tokenOf(lane)}`, 'idempotency-key': key },
          'content-type': 'application/json',
        }
        const body = JSON.stringify(article(`Drill ${key}`))
        const { status, text } = await ask(`write ${lane}`, 'write', '/api/articles', { method: 'POST', headers, body })
        done = status === 201
        if (done) acknowledged.push(JSON.parse(text ?? '').id)
      }
    }
  }

  async function read(lane: number) {
    const headers = { authorization: `Bearer ${tokenOf(lane)}` }
    for (let turn = lane; !signal.aborted; turn++, await sleep(200)) {
      const [what, path, options] = [
        ['search', `/api/articles?q=drill&limit=${5 + (turn % 40)}`, {}],
        ['member’s list', '/api/articles?limit=10', { headers }],
        ['page', '/language/proverbs', {}],
      ][turn % 3] as [string, string, RequestInit]
      await ask(`read ${lane}`, what, path, options)
    }
  }

  async function listen(lane: number) {
    const headers = { authorization: `Bearer ${tokenOf(lanes.write + lane)}` }
    for (; !signal.aborted; await sleep(1000)) {
      const stream = await fetch(`${url}/api/stream`, { headers, signal }).catch(() => undefined)
      try {
        for await (const chunk of (stream?.body ?? []) as ReadableStream<Uint8Array>)
          if (Buffer.from(chunk).includes('data: article')) heard.set(lane, Date.now())
      } catch {} // the stream is opened again
    }
  }

  const all = Object.entries({ write, read, stream: listen }).flatMap(([kind, live]) =>
    Array.from({ length: lanes[kind as keyof typeof lanes] }, (_, lane) => live(lane)),
  )

  /** Resolves when each of `count` has happened after `since`, or after a minute; returns the time. */
  async function whenAll(happened: ReadonlyMap<unknown, number>, count: number, since: number) {
    for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50))
      if ([...happened.values()].filter((at) => at >= since).length === count) break
    return Date.now()
  }

  return {
    answers,
    whenAllHear: (since: number) => whenAll(heard, lanes.stream, since),
    whenAllAnswered: (since: number) => whenAll(answered, lanes.write + lanes.read, since),
    /** Returns the ids of acknowledged posts. */
    async stop() {
      stop.abort()
      await Promise.all(all)
      return acknowledged
    },
  }
}
