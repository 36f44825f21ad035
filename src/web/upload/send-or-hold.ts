import { ApiError, isFinal, isPassing, logFailure, Offline } from '../errors.ts'
import { canStore } from '../outbox/key.ts'
import { makeSmall } from '../shrink/file.ts'
import { text } from '../text.ts'
import { type Register, uploadFile } from './send-file.ts'
import type { Upload } from './state.ts'
import { signalOrPause, unlessAborted } from './waiting.ts'

/** ms between attempts after a temporary failure, if the file can't wait for the outbox. */
const [firstPauseMs, longestPauseMs] = [2_000, 60_000]

/** Returns a file of a form as it is to be sent, made smaller if that is possible. `change` gets the progress. */
export async function shrink(
  picked: File,
  change: (part: Partial<Upload>) => void,
  signal: AbortSignal,
): Promise<File> {
  const { file, ...outcome } = await makeSmall(picked, (making) => change({ making }), signal)
  const { name, size } = file
  change({ making: undefined, name, size, ...(file !== picked && { from: picked.size }), ...outcome })
  return file
}

type SendOptions = {
  change: (part: Partial<Upload>) => void
  signal: AbortSignal
  /** For a form that can use the outbox: returns the address of the file until it is sent. */
  hold?: ((file: File) => string) | undefined
  register?: Register | undefined
}

/**
 * Sends the file and returns its address. Without signal it leaves the file to the outbox, if the form can use that,
 * and returns undefined; otherwise it retries after temporary failures. Rejects once refused or stopped. `change` gets
 * every state.
 */
export async function sendOrHold(file: File, options: SendOptions): Promise<string | undefined> {
  const { change, signal, hold, register } = options
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      const sending = { state: 'sending', retrying: false, error: undefined } as const
      const onSent = (sent: number) => change({ ...sending, sent })
      const fileUrl = await uploadFile(file, { onFacts: change, onSent, signal, register })
      change({ ...sending, state: 'sent', sent: file.size, fileUrl })
      return fileUrl
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const isTemporary = error instanceof Offline || (error instanceof ApiError && isPassing(error))
      if (!isTemporary) {
        if (!signal.aborted) logFailure('Upload failed', error)
        change({ state: 'failed', retrying: false, error: message, final: error instanceof ApiError && isFinal(error) })
        throw error
      }
      if (error instanceof Offline && hold && canStore()) {
        change({ state: 'sent', sent: 0, fileUrl: hold(file), held: true, error: message })
        return undefined
      }
      if (!signal.aborted) logFailure('Upload failed', error)
      change({ state: 'failed', retrying: true, error: text.tryingAgain(message) })
      await unlessAborted(signalOrPause(pause), signal)
    }
  }
}
