import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Toasts } from '#features/frame/toasts.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import appCss from '#ui/styles/app.css?url'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { readUser, useUser } from '#web/session/session.ts'
import type { Route } from './+types/verify-email.page.ts'
import { MailedLink, secretHead } from './mailed-link.tsx'
import { Resend } from './resend.tsx'
import { text } from './text.ts'

const words = text.verify

export const handle = { hydrate: true, end: 'flat' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(args: Route.MetaArgs) {
  return secretHead(args, words.title)
}

type State =
  | { is: 'working' }
  /** The person has to confirm that they want this. */
  | { is: 'asking' }
  | { is: 'done'; email: string }
  /** The token is missing, invalid or expired, or another account has the email. */
  | { is: 'refused'; message: string }
  /** The server couldn't be reached, or couldn't check the token now. */
  | { is: 'unreachable'; message: string }

/**
 * Confirms the address as soon as the emailed link opens, and shows the result. Unless its account is logged in here, it
 * asks first: somebody else may have signed up with this address, and mail programs open links by themselves.
 */
export default function VerifyEmail() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const [state, setState] = useState<State>(token ? { is: 'working' } : { is: 'refused', message: words.noToken })
  const user = useUser()
  const hasBegun = useRef(false)

  const verify = useCallback(
    async (ofViewer: boolean) => {
      setState({ is: 'working' })
      setState(await outcomeOf(token, ofViewer))
    },
    [token],
  )

  useEffect(() => {
    if (!token || hasBegun.current) return // a token works once
    hasBegun.current = true
    if (!readUser()) setState({ is: 'asking' })
    else void verify(true)
  }, [token, verify])

  return (
    <>
      <MailedLink greeting={words.greeting} title={state.is === 'done' ? words.doneTitle : words.title}>
        <noscript>
          <p className="note ringed">{text.linkNeedsScript}</p>
        </noscript>
        {state.is === 'working' && <Skeleton shape="list" count={1} label={words.working} />}
        {state.is === 'asking' && (
          <>
            <p role="status">{words.ask}</p>
            <p>{words.otherwise}</p>
            <Button onClick={() => verify(false)}>{words.confirm}</Button>
          </>
        )}
        {state.is === 'done' && (
          <p role="status" className="break">
            {words.done(state.email)}
          </p>
        )}
        {state.is === 'refused' && <ErrorState title={words.failed}>{state.message}</ErrorState>}
        {state.is === 'unreachable' && (
          <ErrorState title={words.unreachable} onRetry={() => verify(readUser() !== null)}>
            {state.message}
          </ErrorState>
        )}
        {state.is === 'refused' && <p>{user ? words.resendHint : words.loginHint}</p>}
        {state.is === 'refused' && user && <Resend label={words.resend} />}
        {state.is !== 'working' &&
          state.is !== 'asking' &&
          (user ? (
            <ButtonLink variant={state.is === 'done' ? 'filled' : 'line'} href="/dashboard">
              {words.dashboard}
            </ButtonLink>
          ) : (
            <ButtonLink variant={state.is === 'done' ? 'filled' : 'line'} href="/login?redirect=%2Fprofile">
              {words.login}
            </ButtonLink>
          ))}
      </MailedLink>
      <Toasts />
    </>
  )
}

async function outcomeOf(token: string, ofViewer: boolean): Promise<State> {
  try {
    const { email } = await api.account.verifyEmail({ token, ofViewer })
    return { is: 'done', email }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof ApiError && error.code === 'of_another') return { is: 'asking' }
    const refused = error instanceof ApiError && error.status < 429
    return { is: refused ? 'refused' : 'unreachable', message: error.message }
  }
}
