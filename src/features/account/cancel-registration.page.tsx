import { text } from '#content/event/registration/text.ts'
import type { Route } from './+types/cancel-registration.page.ts'
import { actByLink, MailedAction, secretHead } from './mailed-link.tsx'

const words = text.byLink

export { handle, links } from './gate.ts'

export const meta = secretHead(() => words.title)

export const action = actByLink((api, token) => api.event.cancelByLink({ token }))

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
