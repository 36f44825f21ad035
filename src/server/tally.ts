import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { dailySums, type Kind } from '#features/figures/table.ts'
import { isoDay } from '#ui/formats.ts'
import { log } from './log.ts'

export type Tally = ReturnType<typeof openTally>

/** Adds up in memory what happens, until the sums are written. */
export function openTally(db: NodePgDatabase) {
  let sums = new Map<string, number>()
  let written = Promise.resolve()
  let minute = 0
  let day = ''

  function today(): string {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) {
      minute = now
      day = isoDay(new Date().toISOString())
    }
    return day
  }

  function add(kind: Kind, name: string, amount = 1): void {
    addTo(`${today()} ${kind} ${name}`, amount)
  }

  function addTo(key: string, amount: number): void {
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }

  /** What the database did not take is kept for the next time. */
  async function writeNow(): Promise<void> {
    const taken = sums
    if (taken.size === 0) return
    sums = new Map()
    // In one order everywhere, so that two instances never wait for each other.
    const values = [...taken.keys()].sort().map((key) => {
      const [day = '', kind = '', ...name] = key.split(' ')
      return { day, kind: kind as Kind, name: name.join(' '), amount: taken.get(key) ?? 0 }
    })
    try {
      await db
        .insert(dailySums)
        .values(values)
        .onConflictDoUpdate({
          target: [dailySums.kind, dailySums.day, dailySums.name],
          set: { amount: sql`${dailySums.amount} + excluded.amount` },
        })
    } catch (error) {
      log.warn({ err: error }, 'the counts of this minute wait for the next')
      for (const [key, amount] of taken) addTo(key, amount)
    }
  }

  /** Writes what was added until now. */
  function write(): Promise<void> {
    written = written.then(writeNow)
    return written
  }

  return { add, write }
}
