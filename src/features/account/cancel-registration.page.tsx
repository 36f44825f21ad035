import { text } from '#content/event/registration/text.ts'
import appCss from '#ui/styles/app.css?url'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import type { Route } from './+types/cancel-registration.page.ts'
import { MailedAction, type Refusal, secretHead } from './mailed-link.tsx'

const words = text.byLink

export const handle = { hydrate: true, end: 'flat' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(args: Route.MetaArgs) {
  return secretHead(args, words.title)
}

/** The page that opens from the link in an email about an event. Its button cancels that registration without a login. */
export default function CancelRegistration() {
  return (
    <MailedAction
      words={words}
      label={words.cancel}
      lead={<p>{words.lead}</p>}
      act={(token) => api.event.cancelByLink({ token })}
      refusalOf={refusalOf}
      done={({ title }) => (
        <p role="status" className="break">
          {title ? words.done(title) : words.doneTitle}
        </p>
      )}
    />
  )
}

/** Returns the refusal if the registration is already cancelled or the event is over; otherwise null. */
function refusalOf(error: Error): Refusal | null {
  const isUsed = error instanceof ApiError && error.code === 'bad_token'
  return isUsed ? { title: words.refused, message: words.late } : null
}
