import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Gate } from '#ui/layout/hero.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { head } from '#web/head.ts'
import { text } from './text.ts'

/** Returns the head of a page whose address contains a secret, which no other site may see. */
export function secretHead(args: Parameters<typeof head>[0], title: string) {
  return [...head(args, { title, unlisted: true }), { name: 'referrer', content: 'no-referrer' }]
}

/** Returns the server's answer to the token of an emailed link, or the error if the request failed. */
export async function answerTo<T>(call: Promise<T>): Promise<T | Error> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

type MailedLinkProps = { greeting: string; title: string; children: ReactNode }

/** The layout of a page opened by an emailed link. */
export function MailedLink({ greeting, title, children }: MailedLinkProps) {
  return (
    <Gate field="dusk" say={greeting}>
      <div className="gate-say stack">
        <h1>{title}</h1>
        <noscript>
          <p className="note ringed">{text.linkNeedsScript}</p>
        </noscript>
        {children}
      </div>
    </Gate>
  )
}

/** The reason why a link doesn't work, as a title and a message. */
export type Refusal = { title: string; message: string }

type State<T> =
  | { is: 'asking'; busy: boolean; failed?: string }
  | { is: 'done'; answer: T }
  | ({ is: 'refused' } & Refusal)

type MailedActionProps<T> = {
  words: Record<'greeting' | 'title' | 'doneTitle' | 'failed' | 'incomplete' | 'noToken' | 'contact', string>
  /** Label of the button. */
  label: string
  lead: ReactNode
  act: (token: string) => Promise<T>
  /** Returns null if trying again can help. */
  refusalOf: (error: Error) => Refusal | null
  done: (answer: T) => ReactNode
}

/**
 * A page opened by an emailed link, with a button that acts without a login. Opening the page changes nothing, because
 * mail programs open links by themselves.
 */
export function MailedAction<T>({ words, label, lead, act, refusalOf, done }: MailedActionProps<T>) {
  const token = useSearchParams()[0].get('token') ?? ''
  const [state, setState] = useState<State<T>>(
    token ? { is: 'asking', busy: false } : { is: 'refused', title: words.incomplete, message: words.noToken },
  )

  async function press() {
    setState({ is: 'asking', busy: true })
    const answer = await answerTo(act(token))
    if (!(answer instanceof Error)) return setState({ is: 'done', answer })
    const refusal = refusalOf(answer)
    setState(refusal ? { is: 'refused', ...refusal } : { is: 'asking', busy: false, failed: answer.message })
  }

  return (
    <MailedLink greeting={words.greeting} title={state.is === 'done' ? words.doneTitle : words.title}>
      {state.is === 'asking' && (
        <>
          {lead}
          {state.failed && <ErrorState title={words.failed}>{state.failed}</ErrorState>}
          <Button busy={state.busy} onClick={press}>
            {label}
          </Button>
        </>
      )}
      {state.is === 'done' && done(state.answer)}
      {state.is === 'refused' && (
        <>
          <ErrorState title={state.title}>{state.message}</ErrorState>
          <ContactLink>{words.contact}</ContactLink>
        </>
      )}
    </MailedLink>
  )
}

export function ContactLink({ children }: { children: string }) {
  return (
    <ButtonLink variant="line" href="/contact">
      {children}
    </ButtonLink>
  )
}
