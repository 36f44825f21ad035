import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import appCss from '#ui/styles/app.css?url'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { answerTo, MailedLink, secretHead } from '../../mailed-link.tsx'
import { text } from '../text.ts'
import type { Route } from './+types/undo-factor.page.ts'

const words = text.undo

export const handle = { hydrate: true, end: 'none' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(args: Route.MetaArgs) {
  return secretHead(args, words.title)
}

type State =
  | { is: 'asking'; busy: boolean; failed?: string }
  /** `email` is null if another account has the address by now. */
  | { is: 'done'; email: string | null }
  /** The link was used or is too old, the factor was removed, or the account is disabled. */
  | { is: 'refused'; title: string; message: string }

/**
 * The page that opens from the link in the email about an added passkey or authenticator app. Its button removes it and
 * requires no login. Opening the page changes nothing, because mail programs open links by themselves.
 */
export default function UndoFactor() {
  const token = useSearchParams()[0].get('token') ?? ''
  const [state, setState] = useState<State>(
    token ? { is: 'asking', busy: false } : { is: 'refused', title: words.incomplete, message: words.noToken },
  )

  async function undo() {
    setState({ is: 'asking', busy: true })
    setState(await outcomeOf(token))
  }

  return (
    <MailedLink greeting={words.greeting} title={state.is === 'done' ? words.doneTitle : words.title}>
      {state.is === 'asking' && (
        <>
          <p>{words.lead}</p>
          <p>{words.effect}</p>
          {state.failed && <ErrorState title={words.failed}>{state.failed}</ErrorState>}
          <Button busy={state.busy} onClick={undo}>
            {words.undo}
          </Button>
        </>
      )}
      {state.is === 'done' && (
        <>
          <p role="status" className="break">
            {state.email ? words.done(state.email) : words.taken}
          </p>
          {state.email ? <ButtonLink href="/forgot-password">{words.newPassword}</ButtonLink> : <ContactLink />}
        </>
      )}
      {state.is === 'refused' && (
        <>
          <ErrorState title={state.title}>{state.message}</ErrorState>
          <ContactLink />
        </>
      )}
    </MailedLink>
  )
}

function ContactLink() {
  return (
    <ButtonLink variant="line" href="/contact">
      {words.contact}
    </ButtonLink>
  )
}

async function outcomeOf(token: string): Promise<State> {
  const answer = await answerTo(api.account.undoFactor({ token }))
  if (!(answer instanceof Error)) return { is: 'done', email: answer.email }
  const code = answer instanceof ApiError ? answer.code : undefined
  if (code === 'bad_token') return { is: 'refused', title: words.refused, message: words.late }
  const isFinal = code === 'factor_gone' || code === 'disabled'
  return isFinal
    ? { is: 'refused', title: words.refused, message: answer.message }
    : { is: 'asking', busy: false, failed: answer.message }
}
