import { text } from '#content/event/registration/text.ts'
import gateCss from '#ui/styles/gate.css?url'
import type { Route } from './+types/cancel-registration.page.ts'
import { actByLink, MailedAction, secretHead } from './mailed-link.tsx'

const words = text.byLink

export const handle = { end: 'flat' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: gateCss }]

export function meta(args: Route.MetaArgs) {
  return secretHead(args, words.title)
}

export function action(args: Route.ActionArgs) {
  return actByLink(args, (api, token) => api.event.cancelByLink({ token }))
}

/** The page that opens from the link in an email about an event. Its button cancels that registration without a login. */
export default function CancelRegistration({ actionData }: Route.ComponentProps) {
  return (
    <MailedAction
      words={words}
      label={words.cancel}
      lead={<p>{words.lead}</p>}
      outcome={actionData}
      done={({ title }) => (
        <p role="status" className="break">
          {title ? words.done(title) : words.doneTitle}
        </p>
      )}
    />
  )
}
