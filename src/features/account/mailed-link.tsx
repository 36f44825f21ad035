import type { ReactNode } from 'react'
import { type ActionFunctionArgs, data, useLocation } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Gate } from '#ui/layout/hero.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { type Api, apiContext } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { type HeadGiven, head } from '#web/head.ts'

/** Returns the `meta` of a page whose address contains a secret, which no other site may see. */
export function secretHead(title: () => string) {
  return (args: HeadGiven) => [
    ...head(args, { title: title(), unlisted: true }),
    { name: 'referrer', content: 'no-referrer' },
  ]
}

type Refused = Pick<ApiError, 'code' | 'message'>
/** The result of pressing the button of a `MailedAction`. */
type Outcome<T> = { done: T; refused?: never } | { done?: never; refused: Refused }

/** Returns the `action` of a `MailedAction`: what its button is for, with the token in the page's address. */
export function actByLink<T>(act: (api: Api, token: string) => Promise<T>) {
  return async ({ request, context }: ActionFunctionArgs) => {
    try {
      const done = await act(context.get(apiContext), tokenIn(new URL(request.url)))
      return data<Outcome<T>>({ done })
    } catch (error) {
      if (!(error instanceof Response)) throw error
      const { status, code, message } = await ApiError.of(error)
      return data<Outcome<T>>({ refused: { code, message } }, { status })
    }
  }
}

function tokenIn({ search }: { search: string }): string {
  return new URLSearchParams(search).get('token') ?? ''
}

/** Returns the token in the page's address, or an empty string. */
export function useLinkToken(): string {
  return tokenIn(useLocation())
}

type MailedLinkProps = { greeting: string; title: string; children: ReactNode }

/** The layout of a page opened by an emailed link. */
export function MailedLink({ greeting, title, children }: MailedLinkProps) {
  return (
    <Gate field="dusk" say={greeting}>
      <div className="gate-say stack">
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
    </Gate>
  )
}

type MailedActionProps<T> = {
  words: Record<'greeting' | 'title' | 'doneTitle' | 'failed' | 'refused' | 'incomplete' | 'noToken', string> & {
    /** Says that the token was used or has expired; the server's message by default. */
    late?: string
    /** The label of a link to the contact page, which is the default help. */
    contact?: string
  }
  /** Label of the button. */
  label: string
  lead: ReactNode
  outcome: Outcome<T> | undefined
  /** Codes with which the server refuses for good, besides that of a token that was used or has expired. */
  refusals?: readonly string[]
  done: (result: T) => ReactNode
  /** Help with a refusal. */
  help?: ReactNode
  /** Attributes of the form, for the reading script. */
  form?: object
  /** Views that the script shows instead of the form. */
  views?: ReactNode
}

/**
 * A page opened by an emailed link, with a button that acts without a login and without JavaScript (`actByLink`). Opening
 * the page changes nothing, because mail programs open links by themselves.
 */
export function MailedAction<T>({ words, label, lead, outcome, refusals = [], ...parts }: MailedActionProps<T>) {
  const { greeting, title, doneTitle, failed, incomplete, noToken, late, contact } = words
  const { done, help = contact && <ContactLink>{contact}</ContactLink>, form, views } = parts
  const hasToken = useLinkToken() !== ''
  const { code, message = '' } = outcome?.refused ?? {}
  const isLate = code === 'bad_token'
  if (outcome?.done !== undefined)
    return (
      <MailedLink greeting={greeting} title={doneTitle}>
        {done(outcome.done)}
      </MailedLink>
    )
  if (!hasToken || isLate || (code && refusals.includes(code)))
    return (
      <MailedLink greeting={greeting} title={title}>
        {hasToken ? (
          <ErrorState title={words.refused}>{(isLate && late) || message}</ErrorState>
        ) : (
          <ErrorState title={incomplete}>{noToken}</ErrorState>
        )}
        {help}
      </MailedLink>
    )
  return (
    <MailedLink greeting={greeting} title={title}>
      <form method="post" className="stack" {...form}>
        {lead}
        {code && <ErrorState title={failed}>{message}</ErrorState>}
        <Button type="submit">{label}</Button>
      </form>
      {views}
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
