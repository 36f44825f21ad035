import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Notifications } from '#features/dashboard/notifications.tsx'
import appCss from '#ui/app.css?url'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField, TextField } from '#ui/form/text-field.tsx'
import { Gate } from '#ui/hero.tsx'
import { api } from '#web/api.ts'
import { head } from '#web/head.ts'
import type { Route } from './+types/register.page.ts'
import { RegisterForm } from './schema.ts'
import { text } from './text.ts'
import { useSignIn } from './use-sign-in.ts'

const words = text.register
type Form = z.input<typeof RegisterForm>

export const handle = { hydrate: true, end: 'none' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(given: Route.MetaArgs) {
  return head(given, { title: words.title, unlisted: true })
}

export default function Register() {
  const { failure, setFailure, signIn } = useSignIn(words.failed, words.done)
  const { register, handleSubmit, setError, formState } = useForm<Form>({ resolver: zodResolver(RegisterForm) })
  const { errors, isSubmitting } = formState

  async function send({ fullName, email, password }: Form) {
    const issues = await signIn(() => api.account.register({ fullName, email, password }))
    for (const { path, message } of issues ?? [])
      setError(path === 'name' ? 'fullName' : (path as keyof Form), { message })
  }

  return (
    <Gate field="dusk" say={words.greeting}>
      <form
        className="stack"
        noValidate
        onSubmit={handleSubmit(send, () => setFailure({ title: words.check, message: '' }))}
      >
        <h1>{words.title}</h1>
        <noscript>
          <p className="note ringed">{text.needsScript}</p>
        </noscript>
        <TextField
          label={words.fullName}
          autoComplete="name"
          error={errors.fullName?.message}
          {...register('fullName')}
        />
        <TextField
          label={words.email}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label={words.password}
          hint={words.passwordHint}
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordField
          label={words.confirm}
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <FormError title={failure?.title}>{failure?.message}</FormError>
        <Button type="submit" wide busy={isSubmitting}>
          {words.submit}
        </Button>
        <p className="row">
          {words.member}{' '}
          <a className="back" href="/login">
            {words.login}
          </a>
        </p>
      </form>
      <Notifications />
    </Gate>
  )
}
