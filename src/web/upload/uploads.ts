import { useEffect, useState } from 'react'
import { PostCancelled } from '../errors.ts'

/** One file field of a form. */
export type FormUpload = {
  /** Stops recording; the recording becomes the field's file. */
  stopRecording: () => Promise<void>
  /** Resolves once the field has an address to post or no file. Rejects with a message, or the signal's reason. */
  settle: (signal: AbortSignal) => Promise<void>
  /** Bytes of an upload in progress, or null. */
  progress: () => { sent: number; size: number } | null
  /** Returns whether the outbox has to send the file, which was still being sent when the form was submitted. */
  isHandedOver: () => boolean
  /** Called when the post was returned to the form. */
  takeBack: () => void
  /** Called when the form was posted. Resolves once the device has deleted the file. */
  posted: () => Promise<void>
}

/** Callbacks by which the outbox reports on a post that a form waits for. */
export type PostWatch = {
  onSent: (part: number) => void
  /** Called once the post is in the outbox. */
  onStored: () => void
  /** Called when the post was refused or cancelled, and returned to the form. */
  onReturned: () => void
  /** Aborted with PostCancelled if the person cancels, with anything else if they leave the form. */
  signal: AbortSignal
}

export type Uploads = ReturnType<typeof useUploads>

/**
 * Manages all file fields of a form. A form that is submitted during an upload or recording waits for `ready` and then
 * posts. Pass the result to every `useUpload` of the form, and to `PostProgress` beside the button.
 */
export function useUploads() {
  const [group] = useState(() => new UploadGroup())
  // The stage says where the post waits for its files: in this page, or in the outbox, which continues without the
  // page.
  const [stage, setStage] = useState<'here' | 'outbox' | null>(null)
  const [outboxPart, setOutboxPart] = useState(0)
  group.setStage = setStage
  group.setOutboxPart = setOutboxPart
  useEffect(() => group.enter(), [group])
  return {
    group,
    stage,
    /** Progress, from 0 to 1. */
    part: stage === 'outbox' ? outboxPart : group.part(),
    /** Stops every recording of the form, so that submitting it includes what was recorded. */
    stopRecording: () => group.stopRecording(),
    /**
     * Waits until every file can be posted. Rejects with an error that has a message to show, or with PostCancelled.
     */
    ready: () => group.ready(),
    /** Returns what `sendOrStore` needs to report on a post that the outbox sends. */
    watch: () => group.watch(),
    /** Stops waiting; the form stays as it is. */
    cancel: () => group.cancel(),
    /**
     * Call it once the form is posted: its files needn't be stored any more. Resolves once they are deleted; a page that
     * is left earlier may show them in its next form.
     */
    posted: () => group.posted(),
  }
}

class UploadGroup {
  readonly #uploads = new Set<FormUpload>()
  #abort = new AbortController()
  #isWaiting = false
  #isLeft = false
  setStage: (stage: 'here' | 'outbox' | null) => void = () => {}
  setOutboxPart: (part: number) => void = () => {}

  add(upload: FormUpload): () => void {
    this.#uploads.add(upload)
    return () => {
      // A post that waits for the file continues if its form is closed.
      if (!this.#isWaiting) this.#uploads.delete(upload)
    }
  }

  get isWaiting(): boolean {
    return this.#isWaiting
  }

  enter(): () => void {
    this.#isLeft = false
    return () => {
      this.#isLeft = true
      this.#leave?.()
    }
  }
  #leave: (() => void) | undefined

  part(): number {
    let [sent, size] = [0, 0]
    for (const upload of this.#uploads) {
      const progress = upload.progress()
      sent += progress?.sent ?? 0
      size += progress?.size ?? 0
    }
    return size > 0 ? sent / size : 0
  }

  async stopRecording(): Promise<void> {
    await Promise.all([...this.#uploads].map((upload) => upload.stopRecording()))
  }

  async ready(): Promise<void> {
    this.#abort = new AbortController()
    this.#isWaiting = true
    try {
      await this.stopRecording()
      if (this.#all().some((upload) => upload.progress())) this.setStage('here')
      for (const upload of this.#all()) await upload.settle(this.#abort.signal)
    } finally {
      this.#isWaiting = false
      this.setStage(null)
    }
  }

  /** Returns undefined if no file was handed over. The outbox then gets the post only if it can't be sent now. */
  watch(): PostWatch | undefined {
    if (!this.#all().some((upload) => upload.isHandedOver())) return undefined
    const abort = this.#abort
    if (this.#isLeft) abort.abort('left')
    this.#leave = () => abort.abort('left')
    return {
      signal: abort.signal,
      onSent: (part) => this.setOutboxPart(part),
      onStored: () => {
        this.setOutboxPart(0)
        this.setStage('outbox')
      },
      onReturned: () => {
        this.setStage(null)
        for (const upload of this.#uploads) upload.takeBack()
      },
    }
  }

  cancel(): void {
    this.#abort.abort(new PostCancelled())
  }

  async posted(): Promise<void> {
    this.setStage(null)
    await Promise.all(this.#all().map((upload) => upload.posted()))
  }

  #all(): FormUpload[] {
    return [...this.#uploads]
  }
}
