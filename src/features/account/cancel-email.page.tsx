import { ButtonLink } from '#ui/button.tsx'
import appCss from '#ui/styles/app.css?url'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import type { Route } from './+types/cancel-email.page.ts'
import { MailedAction, type Refusal, secretHead } from './mailed-link.tsx'
import { text } from './text.ts'

const words = text.cancelEmail

export const handle = { hydrate: true, end: 'flat' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(args: Route.MetaArgs) {
  return secretHead(args, words.title)
}

/** The page that opens from the link in the email to the old address. Its button cancels the change. */
export default function CancelEmail() {
  return (
    <MailedAction
      words={words}
      label={words.cancel}
      lead={<p>{words.lead}</p>}
      act={(token) => api.account.cancelEmailChange({ token })}
      refusalOf={refusalOf}
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

/** Returns the refusal if the token was used or has expired, or if there is nothing to cancel; otherwise null. */
function refusalOf(error: Error): Refusal | null {
  const isUsed = error instanceof ApiError && error.code === 'bad_token'
  return isUsed ? { title: words.refused, message: words.late } : null
}
