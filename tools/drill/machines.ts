import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { startAlone } from '#server/backup/site.ts'
import { type Instance, startInstance } from './instances.ts'
import { countMails, mailsUnderWay, queueMails } from './mails.ts'
import { countPosted, type Person, secret, signIn } from './people.ts'
import { article, post } from './post.ts'
import { startProxy } from './proxy.ts'

export type Plan = {
  clients: number
  seconds: number
  /** ms that a client waits between two requests. */
  pause: number
}

/** The results, with times in ms. `judge` returns the requirements that they miss. */
export type Seen = {
  reads: number
  acknowledged: number
  /** Posts that were acknowledged but are not in the database. */
  lost: number
  /** Posts that were stored twice, although each has an Idempotency-Key. */
  doubled: number
  /** Requests that broke off on the killed instance. */
  inFlight: number
  /** Other requests that were not answered correctly. */
  failed: string[]
  jobs: number
  /** Jobs that were running when an instance was killed, so each may run again. */
  jobsCutOff: number
  jobsRunTwice: number
  jobsNotRun: number
  /** How long it takes until every other instance shows guests a new post. */
  seenBy: number
  /** How long an ended session was still valid anywhere, and its streams open. */
  signedOut: number
  streamEnded: number
  /** How long it takes from SIGTERM to the end. */
  stopTook: number
  pieces: 'whole' | 'not whole'
}

/** Runs three servers of one site behind a balancer, and kills one and replaces one while people read and write. */
export async function drillMachines({ clients, seconds, pause }: Plan): Promise<Seen> {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-machines-'))
  // When root runs this drill, the database runs as the service user.
  chmodSync(folder, 0o755)
  const database = await startAlone(join(folder, 'database'))
  const pool = new Pool({ connectionString: database.url, max: 4 }).on('error', () => {})
  const instances: Instance[] = []
  const start = async (name: string) => {
    const settings = { DATABASE_URL: database.url, DATABASE_CONNECTIONS: '6', AUTH_SECRET: secret }
    const instance = await startInstance(folder, name, settings)
    instances.push(instance)
    return instance
  }
  const proxy = await startProxy()
  try {
    // All start at once on an empty database: one creates the tables, and one imports the first words.
    const [first, second, third] = (await Promise.all(['one', 'two', 'three'].map(start))) as [
      Instance,
      Instance,
      Instance,
    ]
    for (const instance of instances) await proxy.add(instance)
    const people = await signIn(pool, Math.max(4, Math.ceil(clients / 8)))
    const crowd = startCrowd(proxy.url, people, { clients, pause })
    const queue = queueMails(pool)
    const part = (seconds * 1000) / 4
    const [seenBy, pieces] = await Promise.all([
      timeUntilSeen(people[0]?.token ?? '', instances),
      sendPieces(proxy.url, people[1]?.token ?? ''),
      sleep(part),
    ])
    crowd.expectLossOf(first.name)
    first.child.kill('SIGKILL')
    await first.ended
    const cutOff = await mailsUnderWay(pool)
    await sleep(part)
    const fourth = await start('four')
    await proxy.add(fourth)
    const stopRequestedAt = Date.now()
    second.child.kill('SIGTERM')
    await sleep(part)
    const [leaver] = await signIn(pool, 1)
    const ended = await timeUntilSignedOut(proxy.url, leaver?.token ?? '', [third, fourth])
    const stopTook = (await second.ended) - stopRequestedAt
    await sleep(part)
    const load = await crowd.stop()
    const mails = await queue.stop()
    const posted = await countPosted(pool)
    return {
      ...load,
      acknowledged: load.acknowledged.length,
      lost: load.acknowledged.filter((id) => !posted.ids.has(id)).length,
      doubled: posted.doubled,
      ...countMails(instances, mails, cutOff),
      seenBy,
      ...ended,
      stopTook,
      pieces,
    }
  } finally {
    proxy.stop()
    for (const { child } of instances) child.kill('SIGKILL')
    await Promise.all(instances.map(({ ended }) => ended))
    await pool.end()
    await database.end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Returns the unmet requirements, in words, with at most five of the failed requests. */
export function judge(result: Seen): string[] {
  const violations = Object.entries({
    'acknowledged posts that were lost': result.lost,
    'posts that were stored twice': result.doubled,
    'jobs that ran twice': result.jobsRunTwice,
    'jobs that did not run': result.jobsNotRun,
    'damaged files that were sent in pieces': Number(result.pieces !== 'whole'),
  }).flatMap(([what, count]) => (count ? [`${what}: ${count}`] : []))
  if (result.signedOut > 1000) violations.push(`an ended session stayed valid for ${result.signedOut} ms`)
  if (result.stopTook > 30_000) violations.push(`stopping took ${result.stopTook} ms`)
  return [...violations, ...result.failed.slice(0, 5)]
}

/**
 * Starts clients that read and write until they are stopped; requests broken off on the killed instance are sent again.
 */
function startCrowd(url: string, people: Person[], { clients, pause }: Pick<Plan, 'clients' | 'pause'>) {
  const result = { reads: 0, acknowledged: [] as string[], inFlight: 0, failed: [] as string[] }
  let mayLose: string | undefined
  let isRunning = true

  async function ask(what: string, send: () => Promise<Response>): Promise<Response | undefined> {
    for (;;) {
      const answer = await send().catch((error: Error) => error)
      if (answer instanceof Response && answer.ok) return answer
      const lost = answer instanceof Response ? answer.headers.get('x-lost') : undefined
      if (lost === undefined || lost === null || lost !== mayLose) {
        const why =
          answer instanceof Response ? `${answer.status} ${lost ?? ''} ${await answer.text()}` : String(answer.cause)
        result.failed.push(`${what}: ${why.slice(0, 200)}`)
        return undefined
      }
      result.inFlight++
    }
  }

  async function live(at: number) {
    const { token } = people[at % people.length] as Person
    const reads = ['/', '/api/articles?limit=10', '/api/vocabulary?q=a', '/api/articles?q=drill']
    for (let round = at; isRunning; round++) {
      if (round % 3 === 0) {
        const key = crypto.randomUUID()
        const answer = await ask('post', () =>
          post(url, '/api/articles', token, article(`Drill ${key}`), { 'idempotency-key': key }),
        )
        const created = answer && ((await answer.json()) as { id: string })
        if (created) result.acknowledged.push(created.id)
      } else {
        const path = reads[round % reads.length] ?? '/'
        const headers: Record<string, string> = round % 2 ? { authorization: `Bearer ${token}` } : {}
        const answer = await ask(path, () => fetch(url + path, path === '/' ? {} : { headers }))
        await answer?.arrayBuffer()
        result.reads++
      }
      await sleep(pause * (0.5 + Math.random()))
    }
  }

  const activities = Array.from({ length: clients }, (_, at) => live(at))
  return {
    expectLossOf(name: string) {
      mayLose = name
    },
    async stop() {
      isRunning = false
      await Promise.all(activities)
      return result
    },
  }
}

/** Posts on the first instance, and returns how long the others, which cache guests' answers, take to show the post. */
async function timeUntilSeen(token: string, [first, ...others]: Instance[]): Promise<number> {
  const title = `Drill ${crypto.randomUUID()}`
  await post(first?.url ?? '', '/api/articles', token, article(title))
  const began = Date.now()
  await Promise.all(
    others.map(async ({ url }) => {
      for (const until = began + 10_000; Date.now() < until; await sleep(10)) {
        const answer = await fetch(`${url}/api/articles?limit=100`)
        if ((await answer.text()).includes(title)) return
      }
    }),
  )
  return Date.now() - began
}

/**
 * Ends a session through the balancer, and measures when each instance has refused the token and ended the stream.
 */
async function timeUntilSignedOut(url: string, token: string, instances: Instance[]) {
  const headers = { authorization: `Bearer ${token}` }
  const streams = await Promise.all(instances.map((one) => fetch(`${one.url}/api/stream`, { headers })))
  const ends = Promise.all(streams.map((stream) => stream.text()))
  const answer = await post(url, '/api/auth/logout', token, {})
  const began = Date.now()
  if (!answer.ok) throw new Error(`The logout was answered with ${answer.status}.`)
  // This is when the last request that was still accepted was sent, in ms after the logout.
  let signedOut = 0
  await Promise.all(
    instances.map(async (one) => {
      for (const until = began + 10_000; Date.now() < until; await sleep(10)) {
        const startedAt = Date.now()
        if ((await fetch(`${one.url}/api/auth/login-activity`, { headers })).status === 401) return
        signedOut = Math.max(signedOut, startedAt - began + 1)
      }
    }),
  )
  await Promise.race([ends, sleep(10_000)])
  return { signedOut, streamEnded: Date.now() - began }
}

/** Sends a recording in pieces through the balancer, so that they reach different instances, and reads it back. */
async function sendPieces(url: string, token: string): Promise<Seen['pieces']> {
  const bytes = Buffer.alloc(1_000_000)
  for (let at = 0; at + 4 <= bytes.length; at += 417) bytes.set([0xff, 0xfb, 0x90, 0x00], at)
  const created = await post(url, '/api/uploads', token, {
    filename: 'drill.mp3',
    contentType: 'audio/mpeg',
    size: bytes.length,
  })
  const { resumeUrl, fileUrl } = (await created.json()) as { resumeUrl: string; fileUrl: string }
  const { pathname, search } = new URL(resumeUrl)
  const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
  const piece = 150_000
  for (let at = 0; at < bytes.length; at += piece)
    await fetch(url + pathname + search, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': String(at) },
      body: bytes.subarray(at, at + piece),
    })
  const posted = await post(url, '/api/media', token, { title: 'Drill', link: fileUrl, visibility: 'public' })
  if (!posted.ok) return 'not whole'
  const read = await fetch(url + fileUrl, { headers: { authorization: `Bearer ${token}` } })
  const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex')
  return hash(Buffer.from(await read.arrayBuffer())) === hash(bytes) ? 'whole' : 'not whole'
}
