import { Busy } from '../errors.ts'

type Waiting = { units: number; owner: string; admit: () => void }

/**
 * A semaphore of units (bytes, or one per task): at most `total` are held at the same time, at most `share` of them by
 * one owner. A request above `share` waits until its owner holds nothing, and one above `total` until nobody holds
 * anything.
 */
export class Budget {
  private inUse = 0
  private readonly heldBy = new Map<string, number>()
  private queue: Waiting[] = []
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

  private wait(units: number, owner: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { units, owner, admit: () => {} }
      const timer = setTimeout(() => {
        this.queue = this.queue.filter((one) => one !== waiting)
        reject(new Busy())
        this.admitNext()
      }, this.patienceMs)
      waiting.admit = () => {
        clearTimeout(timer)
        resolve()
      }
      this.queue.push(waiting)
      this.admitNext()
    })
  }

  /** Admits in order of arrival. An owner who has used up their share doesn't block others. */
  private admitNext() {
    for (const one of [...this.queue]) {
      if (this.hasRoom(one.units, one.owner)) {
        this.queue = this.queue.filter((other) => other !== one)
        this.add(one.units, one.owner)
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
