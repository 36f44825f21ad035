import { useState } from 'react'
import { ApiError, Offline } from '#web/errors.ts'
import { notify, TOAST_TIMEOUT } from '#web/notifications.ts'
import { enter, redirectTarget, type User } from '#web/session/session.ts'
import type { SecondFactorNeeded } from './schema.ts'
import { text } from './text.ts'

type Answer = { success: true; token: string; user: User } | SecondFactorNeeded
export type Failure = { title: string; message: string }

/**
 * Returns the form's state and a function that logs in or signs up, stores the session and opens the requested page. If
 * a second factor is needed, the function sets `secondStep` instead.
 * @param failed the title of the error if the request fails
 * @param done the message shown on the next page
 */
export function useSignIn(failed: string, done: string) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [secondStep, setSecondStep] = useState<SecondFactorNeeded | null>(null)

  async function signIn(call: () => Promise<Answer>) {
    setFailure(null)
    try {
      const answer = await call()
      if (!answer.success && answer.code === 'second_factor') {
        setSecondStep(answer)
        return undefined
      }
      if (!answer.success) throw new ApiError(200, 'invalid_response', text.login.invalidResponse)
      enter(answer)
      notify.onNextPage(done, { timeout: TOAST_TIMEOUT })
      // This loads a complete page, so that the cookie of the new session is sent.
      location.assign(redirectTarget(location.search))
      return undefined
    } catch (error) {
      const hasMessage = error instanceof ApiError || error instanceof Offline
      const message = hasMessage ? error.message : failed
      // The ticket of the second step has expired, so the member starts again with the password.
      if (error instanceof ApiError && error.code === 'ticket_expired') setSecondStep(null)
      setFailure({ title: failed, message: message === failed ? '' : message })
      notify.error(message, { timeout: TOAST_TIMEOUT })
      return error instanceof ApiError ? error.issues : []
    }
  }
  return { failure, setFailure, signIn, secondStep, setSecondStep }
}
