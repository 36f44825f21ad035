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
import type { Route } from './+types/login.page.ts'
import { LoginInput } from './schema.ts'
import { text } from './text.ts'
import { useSignIn } from './use-sign-in.ts'

const words = text.login

export const handle = { hydrate: true, end: 'none' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(given: Route.MetaArgs) {
  return head(given, { title: words.title, unlisted: true })
}

export default function Login() {
  const { failure, signIn } = useSignIn(words.failed, words.done)
  const { register, handleSubmit, formState } = useForm<z.input<typeof LoginInput>>({
    resolver: zodResolver(LoginInput),
  })
  const { errors, isSubmitting } = formState
  return (
    <Gate say={words.greeting}>
      <form className="stack" noValidate onSubmit={handleSubmit((form) => signIn(() => api.account.login(form)))}>
        <h1>{words.title}</h1>
        <noscript>
          <p className="note ringed">{text.needsScript}</p>
        </noscript>
        <TextField
          label={words.email}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          aside={
            <span className="small">
              <a href="/forgot-password">{words.forgot}</a>
            </span>
          }
          error={errors.password?.message}
          {...register('password')}
        />
        <FormError title={failure?.title}>{failure?.message}</FormError>
        <Button type="submit" wide busy={isSubmitting}>
          {words.submit}
        </Button>
        <p className="row">
          {words.newHere}{' '}
          <a className="back" href="/register">
            {words.makeAccount}
          </a>
        </p>
      </form>
      <Notifications />
    </Gate>
  )
}
