import { ButtonLink } from '#ui/button.tsx'
import { Checkbox, PasswordField, TextField } from '#ui/form/text-field.tsx'
import { Gate } from '#ui/layout/hero.tsx'
import { checks, DoorForm, DoorView } from '../door-form.tsx'
import { secretHead, useLinkToken } from '../mailed-link.tsx'
import { text } from '../text.ts'
import { PasswordRules } from './password-rules.tsx'

const words = text.reset

export { handle, links } from '../gate.ts'

export const meta = secretHead(() => words.title)

/** The page to set a new password, with the token from the emailed link or the code that an admin handed over. */
export default function ResetPassword() {
  const hasToken = useLinkToken() !== ''
  const strong = { autoComplete: 'new-password', hint: <span className="sr">{text.rules.sentence}</span> }
  return (
    <Gate say={words.greeting}>
      <div className="gate-say stack">
        <h1 tabIndex={-1}>{words.title}</h1>
        <noscript>
          <p className="note ringed">{text.linkNeedsScript}</p>
        </noscript>
        <DoorForm
          send="POST /api/auth/password/reset"
          door="done"
          ends
          title={words.title}
          failed={words.failed}
          submit={words.submit}
          again={<a href="/forgot-password">{words.askAgain}</a>}
        >
          {!hasToken && (
            <TextField
              label={words.code}
              hint={words.codeHint}
              name="token"
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              {...checks.needed()}
            />
          )}
          <PasswordField
            label={words.newPassword}
            name="newPassword"
            shown={false}
            {...strong}
            {...checks.strongPassword()}
          />
          <PasswordField
            label={words.confirm}
            name="confirmPassword"
            shown={false}
            autoComplete="new-password"
            {...checks.same('newPassword', text.password.mismatch)}
          />
          <Checkbox label={text.showPasswords} data-shows />
          <PasswordRules />
        </DoorForm>
        <DoorView name="done" title={words.doneTitle}>
          <p role="status">{words.done}</p>
          <ButtonLink wide href="/login">
            {words.login}
          </ButtonLink>
        </DoorView>
      </div>
    </Gate>
  )
}
