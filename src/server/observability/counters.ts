import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type DailySum, dailySums } from '#core/tables.ts'
import { isoDay } from '#text/day.ts'
import { log } from './log.ts'

export type Counters = ReturnType<typeof openCounters>

/** Opens a counter that sums in memory and writes to the database. */
export function openCounters(db: NodePgDatabase) {
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

  function add(kind: DailySum, name: string, amount = 1): void {
    addTo(`${today()} ${kind} ${name}`, amount)
  }

  function addTo(key: string, amount: number): void {
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }

  /** Writes the sums. Those that can't be written stay in memory for the next time. */
  async function writeNow(): Promise<void> {
    const counted = sums
    if (counted.size === 0) return
    sums = new Map()
    // The keys are sorted, so that two instances never deadlock.
    const values = [...counted.keys()].sort().map((key) => {
      const [day = '', kind = '', ...name] = key.split(' ')
      return { day, kind: kind as DailySum, name: name.join(' '), amount: counted.get(key) ?? 0 }
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
      log.warn({ err: error }, 'the counts could not be written and will be tried again')
      for (const [key, amount] of counted) addTo(key, amount)
    }
  }

  /** Writes the sums so far, after any write that is in progress. */
  function write(): Promise<void> {
    written = written.then(writeNow)
    return written
  }

  return { add, write }
}
