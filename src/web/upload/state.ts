import type { Register } from './send-file.ts'
import type { Uploads } from './uploads.ts'

/** The state of a file of a form. */
export type Upload = {
  name: string
  /** Bytes of the file being sent. */
  size: number
  /** Bytes of the chosen file, if a smaller copy is sent. */
  from?: number
  /** Progress of making it smaller, from 0 to 1. */
  making?: number | undefined
  /** True if the browser can't make it smaller. */
  unable?: true
  kind: 'image' | 'video' | 'audio' | 'other'
  previewUrl: string
  state: 'sending' | 'sent' | 'failed'
  sent: number
  /** The address to post, once it is sent. */
  fileUrl?: string
  /** True without signal: `fileUrl` is then a placeholder until the outbox sends the file with its post. */
  held?: boolean
  error?: string | undefined
  /** True if sending this file again would be refused again. */
  final?: boolean
  /** Advice about this kind of file. */
  note?: string
  /** True if sending failed for now and the file can't wait for the outbox. It is then retried automatically. */
  retrying?: boolean
  /** True if it was recorded here. */
  recorded?: boolean
}

export type UploadOptions = {
  uploads: Uploads
  /**
   * The form and the field, such as `media:link` or `poem:<id>:recording`. The field's file is stored on this device
   * under this name until the form is posted.
   */
  name: string
  /**
   * For a form that can use the outbox, the post's field for the file: a file that can't be sent now goes with the
   * post, and one returned from the outbox is shown immediately.
   */
  field?: string | undefined
  /** Sends pictures and videos at full size by default, for archive entries. */
  original?: boolean
  /** Asks the site where to send the file, for people without an account. It must stay the same. */
  register?: Register
}

/** Returns the kind of a file by the prefix of its content type. */
export function kindOf(contentType: string): Upload['kind'] {
  const prefix = contentType.split('/')[0]
  return prefix === 'image' || prefix === 'video' || prefix === 'audio' ? prefix : 'other'
}
