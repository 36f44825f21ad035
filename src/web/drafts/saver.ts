import { api, newUuid } from '../api.ts'
import { ApiError, isNoAnswer } from '../errors.ts'
import { readUser } from '../session/session.ts'
import { text } from '../text.ts'
import { type DraftFiles, type DraftKind, type DraftLink, type DraftName, draftOf } from './draft.ts'
import { claimDraft, sendDraft } from './send.ts'

/** ms without a change before a draft is saved. */
const quietMs = 4_000
/** ms between automatic saves, because people pay for each megabyte. */
const betweenMs = 25_000
/** ms after which a draft is saved even if the person is still typing. */
const longestMs = 60_000

/** State of a form's draft. */
export type DraftState =
  | { is: 'untouched' | 'saving' | 'saved' | 'on-device' }
  /** Another device has saved, posted or deleted it since. */
  | { is: 'changed' | 'gone' }
  | { is: 'failed'; message: string }

type Content = { values: Record<string, unknown>; title: string; files: DraftFiles }

type SaverOptions = {
  name: DraftName
  kind: DraftKind
  read: () => Content
  tell: (state: DraftState) => void
}

const longestTitle = 200

/**
 * Saves the draft of an open form: on the device with every change, and in the account a few seconds after the last
 * one, when the page is left, and on request.
 */
export class DraftSaver {
  readonly #options: SaverOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<DraftState> | undefined
  #abort = new AbortController()
  #sentAt = Number.NEGATIVE_INFINITY
  #changedAt: number | null = null
  #isPaused = false
  #release: (() => void) | undefined
  #state: DraftState = { is: 'untouched' }

  constructor(options: SaverOptions) {
    this.#options = options
  }

  /** Starts saving. Returns a function that ends it and saves unsent changes. */
  open(): () => void {
    const leave = () => void this.#leave()
    const hidden = () => document.visibilityState === 'hidden' && leave()
    const online = () => void (this.#changedAt !== null && this.save())
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hidden)
    addEventListener('online', online)
    this.#isPaused = false
    const { link } = this
    if (link) this.#tell({ is: link.unsent ? 'on-device' : 'saved' })
    return () => {
      leave()
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('online', online)
      this.#release?.()
    }
  }

  get link(): DraftLink | null {
    return draftOf(this.#options.name).link()
  }

  get #isParked(): boolean {
    return this.link?.parked === true
  }

  /**
   * Stores the form on the device, and in the account a little later.
   * @param byPerson false for a file that is uploaded now: it belongs to a draft that the person has already saved and
   * put away
   */
  changed({ byPerson = true } = {}): void {
    if (this.#isPaused) return
    // From the first change on, this form saves the draft itself, and `sendUnsent` leaves it alone.
    this.#release ??= claimDraft(this.#options.name)
    this.#store({ unsent: true, parked: !byPerson && this.#isParked })
    this.#changedAt ??= performance.now()
    if (!isProblem(this.#state)) this.#tell({ is: 'on-device' })
    this.#schedule()
  }

  /** Saves now. Returns the new state. */
  async save({ park = false, leaving = false } = {}): Promise<DraftState> {
    clearTimeout(this.#timer)
    await this.#sending
    if (this.#isPaused) return this.#state
    this.#store({ unsent: true, parked: park || this.#isParked })
    this.#changedAt = null
    this.#sentAt = performance.now()
    this.#tell({ is: 'saving' })
    this.#sending = this.#send(leaving).finally(() => {
      this.#sending = undefined
    })
    const state = await this.#sending
    this.#tell(state)
    // If there was no answer, the draft is saved later.
    if (state.is === 'on-device') this.#changedAt ??= performance.now()
    if (this.#changedAt !== null) this.#schedule()
    return state
  }

  /** Stops saving while the form is posted, so that a late save doesn't bring the draft back. */
  async pause(): Promise<void> {
    this.#isPaused = true
    clearTimeout(this.#timer)
    const giveUp = setTimeout(() => this.#abort.abort(), 3_000)
    await this.#sending
    clearTimeout(giveUp)
    this.#abort = new AbortController()
  }

  /** Continues after a failed post, or starts again after a successful one. */
  resume(): void {
    this.#isPaused = false
    const { link } = this
    if (!link) {
      this.#changedAt = null
      this.#tell({ is: 'untouched' })
    } else if (link.unsent) {
      this.#changedAt ??= performance.now()
      this.#schedule()
    }
  }

  /** Saves this version over another device's. */
  async keepMine(): Promise<DraftState> {
    const link = this.link
    if (!link) return this.#state
    const { updatedAt } = await api.draft.get({ id: link.id })
    draftOf(this.#options.name).writeLink({ ...link, savedAt: updatedAt })
    return this.save()
  }

  /** Saves this version as a new draft, for use when the one that it continued is gone. */
  saveAsNew(): Promise<DraftState> {
    const link = this.link
    if (link) draftOf(this.#options.name).writeLink({ ...link, id: newUuid(), savedAt: null })
    return this.save()
  }

  /** Says that the draft is gone, which the server has found out when it was posted. */
  missed(): void {
    clearTimeout(this.#timer)
    this.#tell({ is: 'gone' })
  }

  /** Returns the other device's version, for the form to show. */
  async readTheirs() {
    return this.link && api.draft.get({ id: this.link.id })
  }

  /** Records that the form now shows the account's version. */
  tookTheirs(updatedAt: string, files: DraftFiles): void {
    clearTimeout(this.#timer)
    this.#changedAt = null
    const { link } = this
    if (link) draftOf(this.#options.name).writeLink({ ...link, files, savedAt: updatedAt, unsent: false })
    this.#tell({ is: 'saved' })
  }

  #store({ unsent, parked }: Pick<DraftLink, 'unsent' | 'parked'>): void {
    const { name, kind, read } = this.#options
    const { values, title, files } = read()
    const link = this.link ?? { id: newUuid(), savedAt: null, edits: 0 }
    const shortTitle = title.trim().split('\n')[0]?.slice(0, longestTitle) ?? ''
    draftOf(name).write(values, { ...link, kind, title: shortTitle, files, unsent, parked, edits: link.edits + 1 })
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (isProblem(this.#state)) return
    const now = performance.now()
    const wait = Math.max(quietMs, this.#sentAt + betweenMs - now)
    const maxWait = Math.max(0, (this.#changedAt ?? now) + longestMs - now)
    this.#timer = setTimeout(() => void this.save(), Math.min(wait, maxWait))
  }

  async #send(leaving: boolean): Promise<DraftState> {
    const { name, read } = this.#options
    if (!this.link) return { is: 'failed', message: text.deviceFull }
    // Members who are not admitted can't save drafts in the account, so the draft stays on the device.
    if (!navigator.onLine || readUser()?.admitted === false) return { is: 'on-device' }
    try {
      await sendDraft(name, read().values, { signal: this.#abort.signal, leaving })
      return { is: 'saved' }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (isNoAnswer(error) || error.name === 'AbortError') return { is: 'on-device' }
      if (error instanceof ApiError && error.code === 'changed') return { is: 'changed' }
      if (error instanceof ApiError && error.status === 404) return { is: 'gone' }
      return { is: 'failed', message: error.message }
    }
  }

  async #leave(): Promise<void> {
    if (this.#isPaused || !this.link?.unsent || isProblem(this.#state) || this.#changedAt === null) return
    await this.save({ leaving: true })
    clearTimeout(this.#timer)
  }

  #tell(state: DraftState): void {
    this.#state = state
    this.#options.tell(state)
  }
}

/** Returns whether the person has to choose before anything is saved. */
export function isProblem({ is }: DraftState): boolean {
  return is === 'changed' || is === 'gone'
}
