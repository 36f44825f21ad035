import { ButtonLink } from '#ui/button.tsx'
import appCss from '#ui/styles/app.css?url'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { ContactLink, MailedAction, type Refusal, secretHead } from '../../mailed-link.tsx'
import { text } from '../text.ts'
import type { Route } from './+types/undo-factor.page.ts'

const words = text.undo

export const handle = { hydrate: true, end: 'flat' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(args: Route.MetaArgs) {
  return secretHead(args, words.title)
}

/** The page that opens from the link in the email about a new email or an added factor. Its button undoes that. */
export default function UndoFactor() {
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
      act={(token) => api.account.undoFactor({ token })}
      refusalOf={refusalOf}
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

/** Returns the refusal if the link was used or has expired, there is nothing to undo, or the account is disabled. */
function refusalOf(error: Error): Refusal | null {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'bad_token') return { title: words.refused, message: words.late }
  return code === 'factor_gone' || code === 'disabled' ? { title: words.refused, message: error.message } : null
}
