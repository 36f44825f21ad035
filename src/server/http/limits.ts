import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Limits } from '#core/context.ts'
import { TooMany } from '#core/errors.ts'
import { refusals } from '#core/refusals.ts'
import { networkOf } from '#core/sender.ts'
import { refuseInTransaction } from '#core/slow.ts'
import { rateBuckets } from '#core/tables.ts'
import { openProofs } from './proofs.ts'

// Rate limits (spec 23) are counted in PostgreSQL, so that all instances agree. Durations are in seconds.
const hour = 60 * 60
const day = 24 * hour
const windows = {
  /** Wrong passwords, per account and known device, or else per account and address. */
  guess: { points: 10, duration: 15 * 60 },
  /** Wrong passwords, per address. Many phones can share one, so beyond this a proof of work is required. */
  guessAddress: { points: 1000, duration: hour },
  /** Wrong one-time codes, per account over all addresses. */
  code: { points: 5, duration: 15 * 60 },
  codeDay: { points: 20, duration: day },
  /** Refused logins in the activity log that no limit above counts, per account. */
  refusal: { points: 10, duration: 15 * 60 },
  /** Wrong passwords, per account over all addresses. Beyond this a growing proof of work is required. */
  guessAccount: { points: 30, duration: hour },
  /** Emails that warn the owner of an account about wrong guesses, per account. */
  guessMail: { points: 1, duration: day },
  /**
   * Emails that people cause: resets per address, and per account what its owner asks for when logged in (resets,
   * confirmations, changes of email); payment codes per order.
   */
  mail: { points: 5, duration: hour },
  /** Emails to an unconfirmed address, over all accounts. */
  strangerMail: { points: 3, duration: hour },
  /** Presses of links that turn off emails, per account; of those that don't work, per address. */
  unsubscribe: { points: 60, duration: hour },
  /** Sign-ups and password resets, per address. Beyond these a proof of work is required. */
  signUp: { points: 20, duration: hour },
  resetRequest: { points: 20, duration: hour },
  /** Comments, per account. */
  comment: { points: 60, duration: hour },
  /** Other people whom a member registers for events: nobody may make the site email many strangers. */
  registerOthers: { points: 30, duration: hour },
  /** Links that ask people without an account to say a word, per account, and attempts to answer, per link. */
  ask: { points: 30, duration: day },
  message: { points: 5, duration: hour },
  /** Messages of the contact form in a day, per member or network, so that one person can't use up all of them. */
  dayMessages: { points: 100, duration: day },
  /** Messages of the contact form over all addresses, so that a botnet can't fill the keepers' queue. */
  allMessages: { points: 1000, duration: day },
  upload: { points: 120, duration: 60 },
}
type Window = keyof typeof windows
/** A count needs a connection of its own: if every transaction waited for a second one, none would end. */
const counting = 'counting for a limit'
/** The proof of work doubles after this many wrong guesses for an account, or requests from an address. */
const moreWorkAfter = { guessAccount: 10, signUp: 100, resetRequest: 100, message: 10 }
const bucket = { size: 300, perSecond: 5 }

/** Opens the rate limits. @param authSecret signs the proofs of work */
export function openLimits(db: NodePgDatabase, pool: Pool, authSecret: string): Limits {
  const proofs = openProofs(db, authSecret)
  const limiter = (name: Window) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      ...windows[name],
    })
  const counters = Object.fromEntries(
    (Object.keys(windows) as Window[]).map((name) => [name, limiter(name)]),
  ) as Record<Window, RateLimiterPostgres>
  const turns = new Map<string, Promise<unknown>>()

  /** Runs calls with the same key one after another, so that concurrent guesses can't exceed the limit. */
  async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (turns.get(key) ?? Promise.resolve()).then(work, work)
    turns.set(key, mine)
    try {
      return await mine
    } finally {
      if (turns.get(key) === mine) turns.delete(key)
    }
  }

  /** Returns the count of the current window, and ms until it ends. */
  async function countOf(name: Window, key: string): Promise<{ count: number; msBeforeNext: number }> {
    refuseInTransaction(counting)
    const used = await counters[name].get(key)
    if (!used || (await isOfAnotherTime(name, key, used))) return { count: 0, msBeforeNext: 0 }
    return { count: used.consumedPoints, msBeforeNext: used.msBeforeNext }
  }

  async function requireRoom(name: Window, key: string) {
    const { count, msBeforeNext } = await countOf(name, key)
    if (count >= windows[name].points) throw new TooMany(msBeforeNext / 1000)
  }

  /** Counts one and returns how many remain. Throws TooMany if there were none. */
  async function count(name: Window, key: string): Promise<number> {
    refuseInTransaction(counting)
    const counted = await counters[name].consume(key).catch(async (full: unknown) => {
      if (!(full instanceof RateLimiterRes)) throw full
      if (!(await isOfAnotherTime(name, key, full))) throw new TooMany(full.msBeforeNext / 1000)
      return { remainingPoints: await count(name, key) }
    })
    return counted.remainingPoints
  }

  /** Counts one and returns the count, even beyond the limit. */
  async function countOn(name: Window, key: string): Promise<number> {
    refuseInTransaction(counting)
    const used = await counters[name].consume(key).catch((full: unknown) => {
      if (full instanceof RateLimiterRes) return full
      throw full
    })
    return (await isOfAnotherTime(name, key, used)) ? countOn(name, key) : used.consumedPoints
  }

  /** Drops a count that ends later than its window allows, because the clock was set back. Returns whether it did. */
  async function isOfAnotherTime(name: Window, key: string, { msBeforeNext }: RateLimiterRes) {
    if (msBeforeNext <= (windows[name].duration + 60) * 1000) return false
    await counters[name].delete(key)
    return true
  }

  const refillOfOne = sql`${1 / bucket.perSecond} * interval '1 second'`
  const refillOfAll = sql`${bucket.size / bucket.perSecond} * interval '1 second'`
  // A bucket that takes longer to fill than possible was written before the clock was set back.
  const fullAt = sql`case when ${rateBuckets.full} > now() + ${refillOfAll} then now() else greatest(${rateBuckets.full}, now()) end`
  const drained = sql`(${fullAt}) + ${refillOfOne}`
  const drain = db
    .insert(rateBuckets)
    .values({ key: sql.placeholder('key'), full: sql`now() + ${refillOfOne}` })
    .onConflictDoUpdate({
      target: rateBuckets.key,
      set: { full: drained },
      setWhere: sql`${drained} <= now() + ${refillOfAll}`,
    })
    .returning({ key: rateBuckets.key })
    .prepare('drain_bucket')

  async function takeFromBucket(key: string) {
    refuseInTransaction(counting)
    if ((await drain.execute({ key })).length > 0) return
    throw new TooMany(1 / bucket.perSecond, refusals.tooMuch)
  }

  return {
    async take(name, key) {
      if (name === 'write') await takeFromBucket(hashed(key))
      else await count(name, hashed(key))
    },
    requireRoom: (name, key) => requireRoom(name, hashed(key)),
    async giveBack(name, key) {
      await counters[name].reward(hashed(key))
    },
    async takeOrProve(name, { address, proof }) {
      const excess = (await countOn(name, hashed(networkOf(address)))) - windows[name].points
      if (excess > 0) await proofs.require(name, 2 ** Math.floor(excess / moreWorkAfter[name]), proof)
    },
    async guess({ account, address, proof, device, isKnown = false, onTooManyWrong }, isRight) {
      const network = networkOf(address)
      const pair = hashed(`${account}\0${device ?? network}`)
      const place = hashed(network)
      const target = hashed(account)
      return inTurn(pair, async () => {
        await requireRoom('guess', pair)
        const fromPlace = await countOf('guessAddress', place)
        const wrong = isKnown ? 0 : (await countOf('guessAccount', target)).count
        const excess = wrong - windows.guessAccount.points
        if (excess >= 0 || fromPlace.count >= windows.guessAddress.points)
          await proofs.require('guess', excess > 0 ? 2 ** Math.floor(excess / moreWorkAfter.guessAccount) : 1, proof)
        if (await isRight()) {
          await counters.guess.delete(pair)
          return true
        }
        const [total] = await Promise.all([
          countOn('guessAccount', target),
          countOn('guessAddress', place),
          countOn('guess', pair),
        ])
        if (total > windows.guessAccount.points) await onTooManyWrong?.()
        return false
      })
    },
    async guessCode(key, isRight, onLockedOut) {
      const account = hashed(key)
      // Each attempt is counted in advance, so that concurrent ones on any instance can't exceed the limit.
      const left = Math.min(await count('code', account), await count('codeDay', account))
      const right = await isRight()
      if (right) await Promise.all([counters.code.delete(account), counters.codeDay.reward(account, 1)])
      else if (left === 0) await onLockedOut?.()
      return right
    },
  }
}

/** Returns a key of fixed length that doesn't reveal addresses to readers of the table. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
