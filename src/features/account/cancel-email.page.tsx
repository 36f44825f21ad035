import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import appCss from '#ui/styles/app.css?url'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import type { Route } from './+types/cancel-email.page.ts'
import { answerTo, MailedLink, secretHead } from './mailed-link.tsx'
import { text } from './text.ts'

const words = text.cancelEmail

export const handle = { hydrate: true, end: 'none' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(args: Route.MetaArgs) {
  return secretHead(args, words.title)
}

type State =
  | { is: 'asking'; busy: boolean; failed?: string }
  | { is: 'done'; email: string }
  /** The link is incomplete, the token was used or is too old, or there is nothing to cancel. */
  | { is: 'refused'; title: string; message: string }

/**
 * The page that opens from the link in the email to the old address. Its button cancels the change and requires no
 * login. Opening the page changes nothing, because mail programs open links by themselves.
 */
export default function CancelEmail() {
  const token = useSearchParams()[0].get('token') ?? ''
  const [state, setState] = useState<State>(
    token ? { is: 'asking', busy: false } : { is: 'refused', title: words.incomplete, message: words.noToken },
  )

  async function cancel() {
    setState({ is: 'asking', busy: true })
    setState(await outcomeOf(token))
  }

  return (
    <MailedLink greeting={words.greeting} title={state.is === 'done' ? words.doneTitle : words.title}>
      {state.is === 'asking' && (
        <>
          <p>{words.lead}</p>
          {state.failed && <ErrorState title={words.failed}>{state.failed}</ErrorState>}
          <Button busy={state.busy} onClick={cancel}>
            {words.cancel}
          </Button>
        </>
      )}
      {state.is === 'done' && (
        <>
          <p role="status" className="break">
            {words.done(state.email)}
          </p>
          <p>{words.advice}</p>
          <ButtonLink href="/forgot-password">{words.newPassword}</ButtonLink>
        </>
      )}
      {state.is === 'refused' && (
        <>
          <ErrorState title={state.title}>{state.message}</ErrorState>
          <ButtonLink variant="line" href="/contact">
            {words.contact}
          </ButtonLink>
        </>
      )}
    </MailedLink>
  )
}

async function outcomeOf(token: string): Promise<State> {
  const answer = await answerTo(api.account.cancelEmailChange({ token }))
  if (!(answer instanceof Error)) return { is: 'done', email: answer.email }
  const refused = answer instanceof ApiError && answer.code === 'bad_token'
  return refused
    ? { is: 'refused', title: words.refused, message: words.late }
    : { is: 'asking', busy: false, failed: answer.message }
}
