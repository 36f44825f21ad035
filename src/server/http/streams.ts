import type { News, Viewer } from '#core/context.ts'
import { hasRole } from '#core/permission.ts'

/** Interval of heartbeats, because proxies and phone networks drop idle connections within a minute. */
const heartbeatMs = 45_000
/** Interval of session checks: an ended session loses its streams within this time on every instance. */
const checkMs = 900
/** Maximum streams per session. A browser needs one, and a second while a broken one has not been noticed. */
const perSession = 2

type Open = { viewer: Viewer; send(text: string): void; end(): void }

/**
 * The open event streams of this instance. They send the types that have something new for their viewer, and nothing
 * else: no title, id or author.
 */
export class Streams {
  readonly #open = new Set<Open>()
  readonly #viewersOf: (sessionIds: string[]) => Promise<Map<string, Viewer>>
  readonly #publishedUntil: () => Promise<string>
  /** The time in the latest news: listeners who reconnect ask for what was published since. */
  #at = new Date().toISOString()
  #timers: NodeJS.Timeout[] = []
  #stopped = false
  /** Resolves when all earlier news has been sent. */
  #told = Promise.resolve()

  /**
   * @param viewersOf returns the viewers of these sessions, without those that have ended
   * @param publishedUntil returns the time up to which no more entries can appear
   */
  constructor(
    viewersOf: (sessionIds: string[]) => Promise<Map<string, Viewer>>,
    publishedUntil: () => Promise<string>,
  ) {
    this.#viewersOf = viewersOf
    this.#publishedUntil = publishedUntil
  }

  /** Opens a `text/event-stream` for the viewer. Ends the oldest streams of a session that has too many. */
  open(viewer: Viewer): Response {
    const mine = [...this.#open].filter((one) => one.viewer.sessionId === viewer.sessionId)
    for (const old of mine.slice(0, Math.max(0, mine.length + 1 - perSession))) old.end()
    const encoder = new TextEncoder()
    let one: Open | undefined
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        one = {
          viewer,
          send: (text) => controller.enqueue(encoder.encode(text)),
          end: () => {
            if (one && this.#open.delete(one)) controller.close()
            this.#rest()
          },
        }
        if (this.#stopped) return controller.close()
        one.send(':\n\n') // the head is sent with the first byte
        this.#open.add(one)
        this.#work()
      },
      cancel: () => {
        if (one) this.#open.delete(one)
        this.#rest()
      },
    })
    return new Response(body, {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'private, no-store',
        'x-accel-buffering': 'no',
      },
    })
  }

  /**
   * Sends news to everyone who can see it, except its author. News of a group waits until the group's current members
   * have been read; later news waits behind it, to keep the order.
   */
  tell(news: readonly News[]): Promise<void> {
    const telling = this.#told.then(() => this.#tellNext(news))
    this.#told = telling.catch(() => {})
    return telling
  }

  async #tellNext(news: readonly News[]): Promise<void> {
    if (this.#open.size === 0 || news.length === 0) return
    this.#at = await this.#publishedUntil().catch(() => this.#at)
    const open = news.filter(({ groups }) => groups.length === 0)
    if (open.length === news.length) return this.#say(news)
    const isValid = await this.#check().then(
      () => true,
      () => false,
    )
    this.#say(isValid ? news : open)
  }

  #say(news: readonly News[]): void {
    for (const { viewer, send } of this.#open) {
      const types = new Set(news.filter((one) => concerns(viewer, one)).map(({ type }) => type))
      if (types.size > 0) send(`id: ${this.#at}\ndata: ${[...types].join(',')}\n\n`)
    }
  }

  /** Ends every stream, so that listeners reconnect, to this instance or another. */
  endAll(): void {
    for (const one of [...this.#open]) {
      // The delays are random, so that not all listeners reconnect at the same time.
      one.send(`retry: ${1000 + Math.floor(Math.random() * 4000)}\n\n`)
      one.end()
    }
  }

  /** Ends every stream and opens no more, because the server is about to stop. */
  stop(): void {
    this.#stopped = true
    this.endAll()
  }

  #work(): void {
    if (this.#timers.length > 0) return
    const beat = () => {
      for (const { send } of this.#open) send(':\n\n')
    }
    // A failed check ends no stream, because the database may be unavailable only briefly.
    let checking = false
    const check = async () => {
      if (checking) return
      checking = true
      await this.#check().catch(() => {})
      checking = false
    }
    this.#timers = [setInterval(beat, heartbeatMs), setInterval(() => void check(), checkMs)]
  }

  #rest(): void {
    if (this.#open.size > 0) return
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
  }

  /** Updates viewers, whose access can change, and closes streams of ended sessions. */
  async #check(): Promise<void> {
    const open = [...this.#open]
    const viewers = await this.#viewersOf([...new Set(open.map(({ viewer }) => viewer.sessionId))])
    for (const one of open) {
      const viewer = viewers.get(one.viewer.sessionId)
      if (viewer) one.viewer = viewer
      else one.end()
    }
  }
}

function concerns(viewer: Viewer, { visibility, groups, authorId }: News): boolean {
  if (authorId === viewer.id) return false
  if (groups.length > 0 && !groups.some((id) => viewer.groups.includes(id))) return false
  if (visibility === 'public') return true
  return visibility === 'members' ? viewer.admitted : hasRole(viewer, 'keeper')
}
