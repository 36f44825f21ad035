import { Busy } from '../errors.ts'

type Waiting = { units: number; owner: string; round: number; admit: () => void }

/**
 * A semaphore of units (bytes, or one per task): at most `total` are held at the same time, at most `share` of them by
 * one owner. A request above `share` waits until its owner holds nothing, and one above `total` until nobody holds
 * anything. Owners take turns, so that someone who sends many requests at once delays others by one or two of them.
 */
export class Budget {
  private inUse = 0
  private readonly heldBy = new Map<string, number>()
  /** Waiting requests by round: each round admits one request of each owner, in order of arrival. */
  private queue: Waiting[] = []
  private round = 0
  private readonly total: number
  private readonly share: number
  private readonly patienceMs: number

  constructor(total: number, { share = total, patienceMs = 10_000 } = {}) {
    this.total = total
    this.share = share
    this.patienceMs = patienceMs
  }

  /**
   * Waits for `units` and returns the function that releases them. Throws Busy after `patienceMs`.
   * @param owner the account, or the address of a guest
   */
  async take(units: number, owner: string): Promise<() => void> {
    if (this.queue.length === 0 && this.hasRoom(units, owner)) this.add(units, owner)
    else await this.wait(units, owner)
    let released = false
    return () => {
      if (released) return
      released = true
      this.add(-units, owner)
      this.admitNext()
    }
  }

  /** Runs `work` while it holds one unit. Throws Busy if its turn doesn't come. */
  async inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const release = await this.take(1, owner)
    return work().finally(release)
  }

  private wait(units: number, owner: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const last = this.queue.findLast((one) => one.owner === owner)?.round ?? 0
      const round = Math.max(last, this.round) + 1
      const waiting: Waiting = { units, owner, round, admit: () => {} }
      const timer = setTimeout(() => {
        this.queue = this.queue.filter((one) => one !== waiting)
        reject(new Busy())
        this.admitNext()
      }, this.patienceMs)
      waiting.admit = () => {
        clearTimeout(timer)
        resolve()
      }
      const next = this.queue.findIndex((one) => one.round > round)
      this.queue.splice(next < 0 ? this.queue.length : next, 0, waiting)
      this.admitNext()
    })
  }

  /** Admits in the order of the queue. An owner who has used up their share doesn't block others. */
  private admitNext() {
    for (const one of [...this.queue]) {
      if (this.hasRoom(one.units, one.owner)) {
        this.queue = this.queue.filter((other) => other !== one)
        this.add(one.units, one.owner)
        this.round = Math.max(one.round, this.round)
        one.admit()
      } else if (this.withinShare(one.units, one.owner)) return
    }
  }

  private hasRoom(units: number, owner: string): boolean {
    return this.withinShare(units, owner) && (this.inUse + units <= this.total || this.inUse === 0)
  }

  private withinShare(units: number, owner: string): boolean {
    const own = this.heldBy.get(owner) ?? 0
    return own + units <= this.share || own === 0
  }

  private add(units: number, owner: string) {
    this.inUse += units
    const own = (this.heldBy.get(owner) ?? 0) + units
    if (own > 0) this.heldBy.set(owner, own)
    else this.heldBy.delete(owner)
  }
}
