import { ButtonLink } from '#ui/button.tsx'
import { actByLink, ContactLink, MailedAction, secretHead } from '../../mailed-link.tsx'
import { text } from '../text.ts'
import type { Route } from './+types/undo-factor.page.ts'

const words = text.undo

export { handle, links } from '../../gate.ts'

export const meta = secretHead(() => words.title)

export const action = actByLink((api, token) => api.account.undoFactor({ token }))

/** The page that opens from the link in the email about a new email or an added factor. Its button undoes that. */
export default function UndoFactor({ actionData }: Route.ComponentProps) {
  return (
    <MailedAction
      words={words}
      label={words.undo}
      lead={
        <>
          <p>{words.lead}</p>
          <p>{words.effect}</p>
        </>
      }
      outcome={actionData}
      refusals={['factor_gone', 'disabled']}
      // The email is null if another account has the address by now.
      done={({ email }) => (
        <>
          <p role="status" className="break">
            {email ? words.done(email) : words.taken}
          </p>
          {email ? (
            <ButtonLink href="/forgot-password">{words.newPassword}</ButtonLink>
          ) : (
            <ContactLink>{words.contact}</ContactLink>
          )}
        </>
      )}
    />
  )
}
