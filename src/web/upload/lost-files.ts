import { placeLastsMs } from '../outbox/held-files.ts'
import type { FieldFiles } from './field-files.ts'
import { sendOrHold } from './send-or-hold.ts'
import { unlessAborted } from './waiting.ts'

/** Sends again, one after another, those files of a form's list that the server deleted before the form was posted. */
export class LostFiles {
  readonly #files: FieldFiles
  readonly #canHold: boolean
  readonly #onSent: (before: string, fileUrl: string) => void
  readonly #abort = new AbortController()
  readonly #refusals = new Map<string, string>()
  #progress: { sent: number; size: number } | null = null
  #done: Promise<void> = Promise.resolve()

  /**
   * @param canHold true if the outbox can send them with the post
   * @param onSent is called with a file's address and its new one
   */
  constructor(files: FieldFiles, canHold: boolean, onSent: (before: string, fileUrl: string) => void) {
    this.#files = files
    this.#canHold = canHold
    this.#onSent = onSent
  }

  send(files: readonly [string, File][]): void {
    this.#done = this.#sendAll(files)
  }

  /** Bytes of the file that is being sent, or null. */
  progress(): { sent: number; size: number } | null {
    return this.#progress
  }

  /** Resolves once all are sent. Rejects with the reason if a file that is still on the list was refused. */
  async settle(signal: AbortSignal): Promise<void> {
    await unlessAborted(this.#done, signal)
    for (const [address, message] of this.#refusals) if (this.#files.has(address)) throw new Error(message)
  }

  stop(): void {
    this.#abort.abort()
  }

  async #sendAll(files: readonly [string, File][]): Promise<void> {
    const { signal } = this.#abort
    for (const [address, file] of files) {
      if (signal.aborted) break
      if (!this.#files.has(address)) continue
      this.#progress = { sent: 0, size: file.size }
      const until = Date.now() + placeLastsMs
      const outcome: { fileUrl?: string } = {}
      const change = ({ sent = 0, fileUrl }: { sent?: number; fileUrl?: string }) => {
        this.#progress = { sent, size: file.size }
        if (fileUrl) outcome.fileUrl = fileUrl
      }
      try {
        const hold = this.#canHold ? () => this.#files.holdAgain(address, file) : undefined
        await sendOrHold(file, { change, signal, hold })
      } catch (error) {
        this.#refusals.set(address, error instanceof Error ? error.message : String(error))
      }
      const { fileUrl } = outcome
      if (!fileUrl || signal.aborted || !this.#files.has(address)) continue
      this.#files.relist(address, fileUrl, file, until)
      this.#onSent(address, fileUrl)
    }
    this.#progress = null
  }
}
