import { Checkbox, PasswordField, TextField } from '#ui/form/text-field.tsx'
import { headed } from '#web/head.ts'
import { Door } from './door.tsx'
import { checks } from './door-form.tsx'
import { text } from './text.ts'

const words = text.register

export { handle, links } from './gate.ts'

export const meta = headed(() => ({ title: words.title, unlisted: true }))

export default function Register() {
  return (
    <Door at="register" send="POST /api/auth/register" check={words.check} className="hints-beside">
      <TextField label={words.fullName} name="name" autoComplete="name" {...checks.name()} />
      <TextField label={words.email} name="email" autoComplete="email" {...checks.email()} />
      <PasswordField
        label={words.password}
        name="password"
        hint={words.passwordHint}
        autoComplete="new-password"
        shown={false}
        {...checks.password()}
      />
      <PasswordField
        label={words.confirm}
        name="confirmPassword"
        autoComplete="new-password"
        shown={false}
        {...checks.same('password', text.fields.twoPasswords)}
      />
      <Checkbox label={text.showPasswords} data-shows />
    </Door>
  )
}
