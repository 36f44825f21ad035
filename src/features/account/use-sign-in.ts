import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, Offline } from '#web/errors.ts'
import { redirectTarget } from '#web/session/return-path.ts'
import { endWithPage, enter, type User } from '#web/session/session.ts'
import { notify, TOAST_TIMEOUT } from '#web/toasts.ts'
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
  const navigate = useNavigate()

  async function signIn(call: () => Promise<Answer>) {
    setFailure(null)
    try {
      const answer = await call()
      if (!answer.success && answer.code === 'second_factor') {
        setSecondStep(answer)
        return undefined
      }
      if (!answer.success) throw new ApiError(200, 'invalid_response', text.login.invalidResponse)
      const isStored = enter(answer)
      notify.success(done, { timeout: TOAST_TIMEOUT })
      const target = redirectTarget(location.search)
      // A complete page sends the cookie of the new session, but only this page has a session that couldn't be stored.
      if (isStored) location.assign(target)
      else {
        endWithPage()
        await navigate(target)
      }
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
