import { Button } from '#ui/button.tsx'
import { PasswordField, TextField } from '#ui/form/text-field.tsx'
import { headed } from '#web/head.ts'
import { useWithReturnPath } from '#web/session/return-path.ts'
import { Door } from './door.tsx'
import { checks } from './door-form.tsx'
import { SecondStep } from './second-factor/second-step.tsx'
import { text as factorText } from './second-factor/text.ts'
import { text } from './text.ts'

const words = text.login

export { handle, links } from './gate.ts'

export const meta = headed(() => ({ title: words.title, unlisted: true }))

export default function Login() {
  const withReturnPath = useWithReturnPath()
  const { withPasskey, passkeyFailed } = factorText.login
  return (
    <Door
      at="login"
      send="POST /api/auth/login"
      // Only the browser knows whether passkeys work, so the script shows the button.
      after={
        <Button variant="line" wide hidden data-passkey="POST /api/auth/passkey" data-failed={passkeyFailed}>
          {withPasskey}
        </Button>
      }
      second={<SecondStep />}
    >
      <TextField label={words.email} name="email" autoComplete="username" {...checks.email()} />
      <PasswordField
        label={words.password}
        name="password"
        autoComplete="current-password"
        aside={
          <span className="small">
            <a href={withReturnPath('/forgot-password')}>{words.forgot}</a>
          </span>
        }
        {...checks.needed()}
      />
    </Door>
  )
}
