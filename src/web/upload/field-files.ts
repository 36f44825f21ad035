import {
  forgetFile,
  isValid,
  note,
  type Place,
  restoreFile,
  type StoredFile,
  storedIds,
  storeFile,
  storeRecording,
} from '../outbox/form-files.ts'
import { heldFile, holdFile, isHeld, newFileId } from '../outbox/held-files.ts'

/** A file that the person has picked or recorded. */
export type Picked = { id: string; file: File }

/**
 * The files of a form's field on this device: the field's own, and, in a form with a list, the recordings of the list
 * and its files that are not uploaded yet.
 */
export class FieldFiles {
  readonly #form: string
  /** Ids of stored files that aren't in the list. The last is the field's file, unless a recording is under way. */
  readonly #own = new Set<string>()
  /** Ids of the stored files of the list, by address. */
  readonly #listed = new Map<string, string>()
  #reading: Promise<StoredFile[]> | undefined

  /** @param form the form and its field (`UploadOptions`) */
  constructor(form: string) {
    this.#form = form
  }

  /** Starts storing a recording. Returns its id, and the function that adds its pieces. */
  record(name: string, type: string): { id: string; add: (piece: Blob) => void } {
    const id = newFileId()
    this.#own.add(id)
    return { id, add: storeRecording(this.#form, id, { name, type }) }
  }

  /** Makes a file the field's, in place of its previous one. @param id of a recording, which is stored already */
  pick(file: File, original: boolean, id?: string): Picked {
    const picked = { id: id ?? newFileId(), file }
    this.forgetOwn(picked.id)
    this.#own.add(picked.id)
    if (!id) void storeFile(this.#form, picked.id, file, { original, own: true })
    return picked
  }

  /** Returns the address of a file until it is sent. @param ready the file as it will be sent */
  hold({ id, file }: Picked, ready: File): string {
    const form = this.#form
    const held = ready === file ? { id, file, form } : { id: newFileId(), file: ready, form, madeOf: id }
    this.#own.add(held.id)
    return holdFile(held)
  }

  /** Records that the server has a file. */
  sent(picked: Picked, place: Place): void {
    this.holdSent(picked, place)
    void note(this.#form, picked.id, { place })
  }

  /** Holds a file that the server has. */
  holdSent({ id, file }: Picked, { fileUrl, until }: Place): void {
    holdFile({ id, file, form: this.#form, until }, fileUrl)
  }

  /** Records that a file is to be sent again, at the chosen size. */
  sendAgain(id: string, original: boolean): void {
    void note(this.#form, id, { original, place: undefined })
  }

  /**
   * Adds the field's file to the list. On a full device, a file that was made small isn't stored; the one that it was
   * made of then stays for it.
   * @param address of a file that this page holds
   */
  async list(address: string): Promise<void> {
    const { id, file, madeOf = id } = heldFile(address) ?? {}
    if (id === undefined || madeOf === undefined || !file) return
    // A recording may begin while this is stored.
    const own = [...this.#own]
    const isStored = id === madeOf || (await storeFile(this.#form, id, file, { small: true }))
    const stored = isStored ? id : madeOf
    this.#own.delete(stored)
    this.#listed.set(address, stored)
    for (const other of own) if (other !== stored) this.forget(other)
    await note(this.#form, id, { own: false })
  }

  /** Returns the address of a file of the list, which the server had, until it is sent again. */
  holdAgain(address: string, file: File): string {
    return holdFile({ id: this.#listed.get(address) ?? newFileId(), file, form: this.#form })
  }

  /** Records that a file of the list has another address. @param until ms by this device's clock */
  relist(before: string, address: string, file: File, until: number): void {
    const id = this.#listed.get(before)
    this.#listed.delete(before)
    if (id === undefined) return
    this.#listed.set(address, id)
    if (isHeld(address)) void note(this.#form, id, { place: undefined })
    else this.sent({ id, file }, { fileUrl: address, until })
  }

  has(address: string): boolean {
    return this.#listed.has(address)
  }

  /** Removes a file from the list. */
  unlist(address: string): void {
    const id = this.#listed.get(address)
    this.#listed.delete(address)
    if (id !== undefined) forgetFile(this.#form, id)
  }

  /** Deletes a file of the field. */
  forget(id: string): void {
    this.#own.delete(id)
    forgetFile(this.#form, id)
  }

  /** Deletes the field's own files from this device. @param but the one that stays */
  forgetOwn(but?: string): void {
    for (const id of this.#own) if (id !== but) this.forget(id)
  }

  /** Deletes all files from this device, because the server or the outbox has them. */
  forgetAll(): void {
    this.forgetOwn()
    for (const address of this.#listed.keys()) this.unlist(address)
  }

  /** Returns the field's own file, if this device has stored one. */
  async restore(): Promise<StoredFile | undefined> {
    return (await this.#read()).findLast(({ id, own }) => own && this.#own.has(id))
  }

  /**
   * Returns the stored files of the list by address, and the addresses of those that the server has deleted since.
   * @param inForm addresses that the form has
   * @param isLasting true if the server doesn't delete them, because a draft in the account has them
   */
  async restoreList(
    inForm: readonly string[],
    isLasting: boolean,
  ): Promise<{ files: [string, File][]; lost: string[] }> {
    const files: [string, File][] = []
    const lost: string[] = []
    for (const { id, file, own, place } of await this.#read()) {
      const address = place?.fileUrl ?? id
      if (own && !inForm.includes(address)) continue
      this.#own.delete(id)
      this.#listed.set(address, id)
      files.push([address, file])
      const isLost = !isHeld(address) && !(place && isValid(place)) && !(isLasting && inForm.includes(address))
      if (isLost) lost.push(address)
      holdFile({ id, file, form: this.#form, until: place?.until }, address)
    }
    return { files, lost }
  }

  #read(): Promise<StoredFile[]> {
    this.#reading ??= this.#readAll()
    return this.#reading
  }

  async #readAll(): Promise<StoredFile[]> {
    const files: StoredFile[] = []
    for (const id of await storedIds(this.#form)) {
      const stored = await restoreFile(this.#form, id)
      if (stored) files.push(stored)
      // A file that an earlier page couldn't store as a whole is deleted with the next one of the field.
      if (!stored || stored.own) this.#own.add(id)
    }
    return files
  }
}
