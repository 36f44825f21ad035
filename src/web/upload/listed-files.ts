import { forgetFile, isValid, restoreFile, storedWith, storeInPlaceOf } from '../outbox/form-files.ts'
import { heldFile, holdFile, isHeld } from '../outbox/held-files.ts'

/**
 * A file of the list, the name under which this device has stored it, and the time until which its address is valid, in
 * ms by this device's clock.
 */
type Listed = { file: File; storedAs: string; until?: number | undefined }

/**
 * Stores the recordings of a form's list, and its files that are not uploaded yet, on this device until the form is
 * posted. Each is stored under the field's name (`UploadOptions`), a colon and its address.
 */
export class ListedFiles {
  readonly #field: string
  readonly #prefix: string
  readonly #files = new Map<string, Listed>()

  constructor(field: string) {
    this.#field = field
    this.#prefix = `${field}:`
  }

  /**
   * Stores a file under its own address and deletes the copy that is stored under the field's name. If there is no
   * room, that copy stays.
   */
  add(address: string, file: File, until: number): Promise<void> {
    return this.#store(address, { file, storedAs: this.#field, until })
  }

  /** Records that a file has another address. */
  async replace(before: string, address: string, until: number): Promise<void> {
    const listed = this.#files.get(before)
    this.#files.delete(before)
    if (listed) await this.#store(address, { ...listed, until })
  }

  has(address: string): boolean {
    return this.#files.has(address)
  }

  /** Returns whether the field's recording is the copy of a file of the list. */
  hasFieldCopy(): boolean {
    return [...this.#files.values()].some(({ storedAs }) => storedAs === this.#field)
  }

  /** Records that a new recording takes the place of the field's. */
  leaveField(): void {
    for (const [address, listed] of this.#files)
      if (listed.storedAs === this.#field) this.#files.set(address, { ...listed, storedAs: this.#prefix + address })
  }

  remove(address: string): void {
    this.#forget(address)
    this.#files.delete(address)
  }

  /** Deletes all files from this device, because the outbox or the server has them. */
  forget(): void {
    for (const address of this.#files.keys()) this.#forget(address)
  }

  /** Starts an empty list, because the form was posted. */
  startAnew(): void {
    this.forget()
    this.#files.clear()
  }

  /** Stores all files again, because the post was returned to the form. */
  storeAgain(): void {
    for (const [address, listed] of this.#files)
      void this.#store(address, { ...listed, storedAs: this.#prefix + address })
  }

  /**
   * Returns the stored files by address, and the addresses of those that the server has deleted since. Stores files of
   * the form that only this page holds.
   * @param inForm addresses that the form has
   * @param isLasting true if the server doesn't delete them, because a draft in the account has them
   */
  async restore(inForm: readonly string[], isLasting: boolean): Promise<{ files: [string, File][]; lost: string[] }> {
    const lost: string[] = []
    for (const address of await storedWith(this.#prefix)) {
      const storedAs = this.#prefix + address
      const stored = await restoreFile(storedAs)
      if (!stored) continue
      const { file } = stored
      const place = stored.place && isValid(stored.place) ? stored.place : undefined
      this.#files.set(address, { file, storedAs, until: place?.until })
      const isLost = !isHeld(address) && !place && !(isLasting && inForm.includes(address))
      if (isLost) lost.push(address)
      // The preview of a lost file is the copy on this device.
      if (isLost || isHeld(address)) holdFile(file, address)
    }
    for (const address of inForm) {
      const file = isHeld(address) && !this.has(address) && heldFile(address)
      if (file) await this.#store(address, { file, storedAs: this.#prefix + address })
    }
    return { files: [...this.#files].map(([address, { file }]) => [address, file]), lost }
  }

  #forget(address: string): void {
    const listed = this.#files.get(address)
    if (listed) forgetFile(listed.storedAs)
    // An unfinished write may still be storing the file under this name.
    forgetFile(this.#prefix + address)
  }

  async #store(address: string, listed: Listed): Promise<void> {
    const { file, until } = listed
    this.#files.set(address, listed)
    const storedAs = this.#prefix + address
    const place = until !== undefined && !isHeld(address) ? { fileUrl: address, until } : undefined
    if (!(await storeInPlaceOf(listed.storedAs, storedAs, file, { place }))) return
    // It may have been removed in the meantime.
    if (this.#files.get(address) === listed) this.#files.set(address, { ...listed, storedAs })
    else if (!this.has(address)) forgetFile(storedAs)
  }
}
