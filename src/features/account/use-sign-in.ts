import { useState } from 'react'
import { ApiError, Offline } from '#web/errors.ts'
import { notify, TOAST_TIMEOUT } from '#web/notifications.ts'
import { enter, redirectTarget, type User } from '#web/session.ts'
import { text } from './text.ts'

type Answer = { success?: boolean; token: string; user: User }
export type Failure = { title: string; message: string }

/**
 * Sends a sign-in, keeps the session, then opens the page that was asked for.
 * @param call login or register; @param failed the title above the form when it is refused
 */
export function useSignIn(failed: string, done: string) {
  const [failure, setFailure] = useState<Failure | null>(null)

  async function signIn(call: () => Promise<Answer>) {
    setFailure(null)
    try {
      const answer = await call()
      if (!answer.success) throw new ApiError(200, 'invalid_response', text.login.invalidResponse)
      enter(answer)
      notify.onNextPage(done, { timeout: TOAST_TIMEOUT })
      // A whole page, so that the cookie of the new session is sent along.
      location.assign(redirectTarget(location.search))
      return undefined
    } catch (error) {
      const known = error instanceof ApiError || error instanceof Offline
      const message = known ? error.message : failed
      setFailure({ title: failed, message: message === failed ? '' : message })
      notify.error(message, { timeout: TOAST_TIMEOUT })
      return error instanceof ApiError ? error.issues : []
    }
  }
  return { failure, setFailure, signIn }
}
