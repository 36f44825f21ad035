import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Limits } from '#core/context.ts'
import { TooMany } from '#core/errors.ts'
import { refusals } from '#core/refusals.ts'
import { rateBuckets } from '#core/tables.ts'

// How often what may be done (PRODUCT §4). Counted in PostgreSQL, so that all instances agree.
const hour = 60 * 60
const windows = {
  /** Failed guesses of a password, per account and address. */
  guess: { points: 10, duration: 15 * 60 },
  /** Failed guesses per address alone: many phones share one. */
  guessAddress: { points: 1000, duration: hour },
  /** Mails that a person can have sent: resets, resends, changes of address; per account. */
  mail: { points: 5, duration: hour },
  mailAddress: { points: 1000, duration: hour },
  upload: { points: 120, duration: 60 },
}
/** A bucket of 300 writes, refilled at 5 a second. */
const bucket = { size: 300, perSecond: 5 }

export function openLimits(db: NodePgDatabase, pool: Pool): Limits {
  const limiter = (name: keyof typeof windows) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      ...windows[name],
    })
  const counters = {
    guess: limiter('guess'),
    guessAddress: limiter('guessAddress'),
    mail: limiter('mail'),
    mailAddress: limiter('mailAddress'),
    upload: limiter('upload'),
  }
  const turns = new Map<string, Promise<unknown>>()

  /** One after another per key: many guesses at once can't pass the count before the first has failed. */
  async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (turns.get(key) ?? Promise.resolve()).then(work, work)
    turns.set(key, mine)
    try {
      return await mine
    } finally {
      if (turns.get(key) === mine) turns.delete(key)
    }
  }

  async function requireRoom(name: 'guess' | 'guessAddress', key: string) {
    const used = await counters[name].get(key)
    if (used && used.remainingPoints <= 0 && !(await isOfAnotherTime(name, key, used)))
      throw new TooMany(used.msBeforeNext / 1000)
  }

  async function count(name: keyof typeof windows, key: string): Promise<void> {
    await counters[name].consume(key).catch(async (full: unknown) => {
      if (!(full instanceof RateLimiterRes)) throw full
      if (await isOfAnotherTime(name, key, full)) return count(name, key)
      throw new TooMany(full.msBeforeNext / 1000)
    })
  }

  /** A count that ends later than any can was begun before the clock was set back: it is dropped. */
  async function isOfAnotherTime(name: keyof typeof windows, key: string, { msBeforeNext }: RateLimiterRes) {
    if (msBeforeNext <= (windows[name].duration + 60) * 1000) return false
    await counters[name].delete(key)
    return true
  }

  async function takeFromBucket(key: string) {
    const one = sql`${1 / bucket.perSecond} * interval '1 second'`
    const whole = sql`${bucket.size / bucket.perSecond} * interval '1 second'`
    // No bucket takes longer to fill: one that says so is of before the clock was set back.
    const known = sql`case when ${rateBuckets.full} > now() + ${whole} then now() else greatest(${rateBuckets.full}, now()) end`
    const drained = sql`(${known}) + ${one}`
    const taken = await db.execute(sql`
      insert into ${rateBuckets} (key, "full") values (${key}, now() + ${one})
      on conflict (key) do update set "full" = ${drained} where ${drained} <= now() + ${whole} returning key`)
    if (taken.rows.length > 0) return
    throw new TooMany(1 / bucket.perSecond, refusals.tooMuch)
  }

  return {
    async take(name, key) {
      if (name === 'write') await takeFromBucket(hashed(key))
      else await count(name, hashed(name === 'mailAddress' ? networkOf(key) : key))
    },
    async guess({ account, address }, isRight) {
      const network = networkOf(address)
      const pair = hashed(`${account}\0${network}`)
      const place = hashed(network)
      return inTurn(pair, async () => {
        await requireRoom('guess', pair)
        await requireRoom('guessAddress', place)
        const right = await isRight()
        if (right) await counters.guess.delete(pair)
        // Counting beyond the limit is no refusal of this answer.
        else await Promise.all([count('guess', pair), count('guessAddress', place)].map((one) => one.catch(refused)))
        return right
      })
    },
  }
}

function refused(error: unknown) {
  if (!(error instanceof TooMany)) throw error
}

/** An IPv6 caller has a whole /64 to call from, so that counts as one; an IPv4 address stands for itself. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.toLowerCase().replace(/%.*/, '').split('::')
  const first = head.split(':').filter((part) => part !== '')
  const last = tail?.split(':').filter((part) => part !== '') ?? []
  const groups = [...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** Of one length, and no list of addresses for whoever reads the table. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
