import { holdFile, isHeld, placeLastsMs } from '../outbox/held-files.ts'
import {
  forgetRecording,
  forgetRecordings,
  recordingsWith,
  restoreRecording,
  storeInPlaceOf,
} from '../outbox/recordings.ts'

/**
 * Stores the recordings of a form's list, and its files that are not uploaded yet, on this device until the form is
 * posted. Their names are the field's name (`UploadOptions`) and their address.
 */
export class ListedFiles {
  readonly #field: string
  readonly #prefix: string
  readonly #files = new Map<string, File>()

  constructor(field: string) {
    this.#field = field
    this.#prefix = `${field}:`
  }

  /** Stores a file in place of the field's recording. Resolves when it is stored, or if there is no room. */
  add(address: string, file: File): Promise<void> {
    this.#files.set(address, file)
    return this.#store(address, file, this.#field)
  }

  remove(address: string): void {
    this.#files.delete(address)
    forgetRecording(this.#prefix + address)
  }

  /** Deletes all files from this device, because the outbox or the server has them. */
  forget(): void {
    forgetRecordings(this.#prefix)
  }

  /** Starts an empty list, because the form was posted. */
  startAnew(): void {
    this.#files.clear()
    this.forget()
  }

  /** Stores all files again, because the post was returned to the form. */
  storeAgain(): void {
    for (const [address, file] of this.#files) void this.#store(address, file, this.#prefix + address)
  }

  /**
   * Returns the stored files by address, and those that the server has deleted since.
   * @param known addresses of files that the server doesn't delete, because a draft in the account has them
   */
  async restore(known: readonly string[]): Promise<{ files: [string, File][]; lost: [string, File][] }> {
    const lost: [string, File][] = []
    for (const address of await recordingsWith(this.#prefix)) {
      const stored = await restoreRecording(this.#prefix + address)
      if (!stored) continue
      const { file, place } = stored
      if (isHeld(address)) holdFile(file, address)
      if (isHeld(address) || place || known.includes(address)) this.#files.set(address, file)
      else lost.push([address, file])
    }
    return { files: [...this.#files], lost }
  }

  #store(address: string, file: File, from: string): Promise<void> {
    const place = isHeld(address) ? undefined : { fileUrl: address, until: Date.now() + placeLastsMs }
    return storeInPlaceOf(from, this.#prefix + address, file, place)
  }
}
