import { ButtonLink } from '#ui/button.tsx'
import type { Route } from './+types/cancel-email.page.ts'
import { actByLink, MailedAction, secretHead } from './mailed-link.tsx'
import { text } from './text.ts'

const words = text.cancelEmail

export { handle, links } from './gate.ts'

export const meta = secretHead(() => words.title)

export const action = actByLink((api, token) => api.account.cancelEmailChange({ token }))

/** The page that opens from the link in the email to the old address. Its button cancels the change. */
export default function CancelEmail({ actionData }: Route.ComponentProps) {
  return (
    <MailedAction
      words={words}
      label={words.cancel}
      lead={<p>{words.lead}</p>}
      outcome={actionData}
      done={({ email }) => (
        <>
          <p role="status" className="break">
            {words.done(email)}
          </p>
          <p>{words.advice}</p>
          <ButtonLink href="/forgot-password">{words.newPassword}</ButtonLink>
        </>
      )}
    />
  )
}
