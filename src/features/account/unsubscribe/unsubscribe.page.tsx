import { Button, ButtonLink } from '#ui/button.tsx'
import { Gate } from '#ui/layout/hero.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { actByLink, secretHead } from '../mailed-link.tsx'
import { text } from '../text.ts'
import type { Route } from './+types/unsubscribe.page.ts'

export { handle, links } from '../gate.ts'

export const meta = secretHead(() => text.unsubscribe.title)

/** Turns off the emails for the button on this page, and for mail programs, which post to the same address (RFC 8058). */
export const action = actByLink((api, token) => api.account.unsubscribe({ token }))

/** The page that opens from the foot of an email. Opening it changes nothing, because mail programs open links, too. */
export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  const words = text.unsubscribe
  const isDone = actionData?.done !== undefined
  return (
    <Gate field="dusk" say={words.greeting}>
      <div className="gate-say stack">
        <h1>{isDone ? words.doneTitle : words.title}</h1>
        {isDone && <p role="status">{words.done}</p>}
        {actionData?.refused && <ErrorState title={words.failed}>{actionData.refused.message}</ErrorState>}
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
