import { data } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Gate } from '#ui/layout/hero.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import gateCss from '#ui/styles/gate.css?url'
import { apiContext } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { secretHead } from '../mailed-link.tsx'
import { text } from '../text.ts'
import type { Route } from './+types/unsubscribe.page.ts'

export const handle = { end: 'flat' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: gateCss }]

export function meta(args: Route.MetaArgs) {
  return secretHead(args, text.unsubscribe.title)
}

/** Turns off the emails for the button on this page, and for mail programs, which post to the same address (RFC 8058). */
export async function action({ request, context }: Route.ActionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    await context.get(apiContext).account.unsubscribe({ token })
    return { refused: null }
  } catch (error) {
    if (!(error instanceof Response)) throw error
    return data({ refused: (await ApiError.of(error)).message }, { status: error.status })
  }
}

/** The page that opens from the foot of an email. Opening it changes nothing, because mail programs open links, too. */
export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  const words = text.unsubscribe
  const isDone = actionData?.refused === null
  return (
    <Gate field="dusk" say={words.greeting}>
      <div className="gate-say stack">
        <h1>{isDone ? words.doneTitle : words.title}</h1>
        {isDone && <p role="status">{words.done}</p>}
        {actionData?.refused && <ErrorState title={words.failed}>{actionData.refused}</ErrorState>}
        {actionData ? (
          <ButtonLink variant="line" href="/settings?tab=preferences">
            {words.settings}
          </ButtonLink>
        ) : (
          <form method="post" className="stack">
            <p>{words.lead}</p>
            <Button type="submit">{words.turnOff}</Button>
          </form>
        )}
      </div>
    </Gate>
  )
}
