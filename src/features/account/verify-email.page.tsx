import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Notifications } from '#features/dashboard/notifications.tsx'
import appCss from '#ui/app.css?url'
import { ButtonLink } from '#ui/button.tsx'
import { Gate } from '#ui/hero.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { head } from '#web/head.ts'
import { useUser } from '#web/session.ts'
import type { Route } from './+types/verify-email.page.ts'
import { Resend } from './resend.tsx'
import { text } from './text.ts'

const words = text.verify

export const handle = { hydrate: true, end: 'none' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(given: Route.MetaArgs) {
  // The address holds a secret: no other site may be told of it.
  return [...head(given, { title: words.title, unlisted: true }), { name: 'referrer', content: 'no-referrer' }]
}

type State =
  | { is: 'working' }
  | { is: 'done'; email: string }
  /** The token is not good (any more). */
  | { is: 'refused'; message: string }
  /** No answer came that says anything about the token. */
  | { is: 'unreachable'; message: string }

/** Confirms the address as soon as the mail's link is open, and says what came of it. */
export default function VerifyEmail() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const [state, setState] = useState<State>({ is: 'working' })
  const user = useUser()
  const begun = useRef(false)

  const verify = useCallback(async () => {
    if (!token) return setState({ is: 'refused', message: words.noToken })
    setState({ is: 'working' })
    setState(await outcomeOf(token))
  }, [token])

  useEffect(() => {
    if (begun.current) return // a token works once
    begun.current = true
    void verify()
  }, [verify])

  return (
    <Gate field="dusk" say={words.greeting}>
      <div className="gate-say stack">
        <h1>{state.is === 'done' ? words.doneTitle : words.title}</h1>
        <noscript>
          <p className="note ringed">{text.needsScript}</p>
        </noscript>
        {state.is === 'working' && <Skeleton shape="list" count={1} label={words.working} />}
        {state.is === 'done' && (
          <p role="status" className="break">
            {words.done(state.email)}
          </p>
        )}
        {state.is === 'refused' && <ErrorState title={words.failed}>{state.message}</ErrorState>}
        {state.is === 'unreachable' && (
          <ErrorState title={words.unreachable} onRetry={verify}>
            {state.message}
          </ErrorState>
        )}
        {state.is === 'refused' && <p>{user ? words.resendHint : words.loginHint}</p>}
        {state.is === 'refused' && user && <Resend label={words.resend} />}
        {state.is !== 'working' &&
          (user ? (
            <ButtonLink variant={state.is === 'done' ? 'filled' : 'line'} href="/dashboard">
              {words.dashboard}
            </ButtonLink>
          ) : (
            <ButtonLink variant={state.is === 'done' ? 'filled' : 'line'} href="/login?redirect=%2Fprofile">
              {words.login}
            </ButtonLink>
          ))}
      </div>
      <Notifications />
    </Gate>
  )
}

async function outcomeOf(token: string): Promise<State> {
  try {
    const { email } = await api.account.verifyEmail({ token })
    return { is: 'done', email }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const refused = error instanceof ApiError && error.status < 429
    return { is: refused ? 'refused' : 'unreachable', message: error.message }
  }
}
