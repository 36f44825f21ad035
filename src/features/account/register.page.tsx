import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Checkbox, PasswordField, TextField } from '#ui/form/text-field.tsx'
import appCss from '#ui/styles/app.css?url'
import { api } from '#web/api.ts'
import { fieldsOf } from '#web/fields.ts'
import { head } from '#web/head.ts'
import type { Route } from './+types/register.page.ts'
import { Door } from './door.tsx'
import { Checking } from './proof-of-work-note.tsx'
import { RegisterForm } from './schema.ts'
import { text } from './text.ts'
import { useSignIn } from './use-sign-in.ts'

const words = text.register
type Form = z.input<typeof RegisterForm>

export const handle = { hydrate: true, end: 'flat' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(args: Route.MetaArgs) {
  return head(args, { title: words.title, unlisted: true })
}

export default function Register() {
  const [shown, setShown] = useState(false)
  const { failure, setFailure, signIn } = useSignIn(words.failed, words.done)
  const form = useForm<Form>({ resolver: zodResolver(RegisterForm) })
  const { handleSubmit, setError, formState } = form
  const field = fieldsOf(form)
  const { isSubmitting } = formState

  async function send({ fullName, email, password }: Form) {
    const issues = await signIn(() => api.account.register({ fullName, email, password }))
    for (const { path, message } of issues ?? [])
      setError(path === 'name' ? 'fullName' : (path as keyof Form), { message })
  }

  return (
    <Door at="register">
      <CheckedForm
        className="stack hints-beside"
        onSubmit={handleSubmit(send, () => setFailure({ title: words.check, message: '' }))}
      >
        <TextField label={words.fullName} autoComplete="name" {...field('fullName')} />
        <TextField label={words.email} type="email" autoComplete="email" {...field('email')} />
        <PasswordField
          label={words.password}
          hint={words.passwordHint}
          autoComplete="new-password"
          shown={shown}
          {...field('password')}
        />
        <PasswordField label={words.confirm} autoComplete="new-password" shown={shown} {...field('confirmPassword')} />
        <Checkbox label={text.showPasswords} checked={shown} onChange={() => setShown(!shown)} />
        <FormError title={failure?.title}>{failure?.message}</FormError>
        <Checking />
        <Button type="submit" wide busy={isSubmitting}>
          {words.submit}
        </Button>
      </CheckedForm>
    </Door>
  )
}
