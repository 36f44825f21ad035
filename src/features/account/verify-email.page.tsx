import { Button, ButtonLink } from '#ui/button.tsx'
import { Said, SentForm } from '#ui/form/sent-form.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { text as uiText } from '#ui/text.ts'
import { text as webText } from '#web/text.ts'
import type { Route } from './+types/verify-email.page.ts'
import { DoorView } from './door-form.tsx'
import { actByLink, MailedAction, secretHead } from './mailed-link.tsx'
import { text } from './text.ts'

const words = text.verify

export { handle, links } from './gate.ts'

export const meta = secretHead(() => words.title)

export const action = actByLink((api, token) => api.account.verifyEmail({ token }))

/**
 * The page that opens from the link in the email to a new address. If its account is logged in here, the reading script
 * confirms the address at once and shows a view. Otherwise the page asks first: somebody else may have signed up with this
 * address, and mail programs open links by themselves.
 */
export default function VerifyEmail({ actionData }: Route.ComponentProps) {
  return (
    <MailedAction
      words={words}
      label={words.confirm}
      lead={
        <>
          <p role="status">{words.ask}</p>
          <p>{words.otherwise}</p>
        </>
      }
      outcome={actionData}
      refusals={['email_taken']}
      help={<Help />}
      done={({ email }) => (
        <>
          <p role="status" className="break">
            {words.done(email)}
          </p>
          <Next variant="filled" />
        </>
      )}
      form={{
        'data-confirm': 'POST /api/auth/verify-email',
        'data-view': 'first',
        'data-title': words.title,
        'data-failed': webText.offline,
        'data-no-answer': webText.noAnswer,
      }}
      views={
        <>
          <DoorView name="done" title={words.doneTitle}>
            <p role="status" className="break" data-fill={words.done('#')} />
            <Next variant="filled" />
          </DoorView>
          <DoorView name="refused" title={words.title}>
            <ErrorState title={words.refused}>
              <span data-fill="#">…</span>
            </ErrorState>
            <Help />
          </DoorView>
          <DoorView name="unreachable" title={words.title}>
            <ErrorState title={words.failed}>
              <span data-fill="#">…</span>
            </ErrorState>
            <Button variant="line" icon="retry" data-retry>
              {uiText.retry}
            </Button>
            <Next variant="line" />
          </DoorView>
        </>
      }
    />
  )
}

/** Help with a refused link, for members and for others. */
function Help() {
  return (
    <>
      <p data-session="member">{words.resendHint}</p>
      <p data-session="guest">{words.loginHint}</p>
      <div data-session="member">
        <SentForm
          send="POST /api/auth/resend-verification"
          said={{ words: text.resent('#'), in: 'resent' }}
          unsent={text.nothingToConfirm}
          failed={text.resendFailed}
        >
          <Button variant="line" type="submit">
            {words.resend}
          </Button>
          <Said id="resent" />
        </SentForm>
      </div>
      <Next variant="line" />
    </>
  )
}

function Next({ variant }: { variant: 'filled' | 'line' }) {
  return (
    <>
      <ButtonLink variant={variant} href="/dashboard" data-session="member">
        {words.dashboard}
      </ButtonLink>
      <ButtonLink variant={variant} href="/login?redirect=%2Fprofile" data-session="guest">
        {words.login}
      </ButtonLink>
    </>
  )
}
