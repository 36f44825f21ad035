import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Toasts } from '#features/frame/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { PasswordField, TextField } from '#ui/form/text-field.tsx'
import { Gate } from '#ui/layout/hero.tsx'
import appCss from '#ui/styles/app.css?url'
import { api } from '#web/api.ts'
import { fieldsOf } from '#web/fields.ts'
import { head } from '#web/head.ts'
import { useWithReturnPath } from '#web/session/return-path.ts'
import type { Route } from './+types/login.page.ts'
import { Door } from './door.tsx'
import { Checking } from './proof-of-work-note.tsx'
import { LoginInput } from './schema.ts'
import { PasskeyLogin } from './second-factor/passkey-login.tsx'
import { SecondStep } from './second-factor/second-step.tsx'
import { text } from './text.ts'
import { useSignIn } from './use-sign-in.ts'

const words = text.login

export const handle = { hydrate: true, end: 'flat' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(args: Route.MetaArgs) {
  return head(args, { title: words.title, unlisted: true })
}

export default function Login() {
  const entry = useSignIn(words.failed, words.done)
  const { failure, signIn, secondStep, setSecondStep, setFailure } = entry
  const withReturnPath = useWithReturnPath()
  const form = useForm<z.input<typeof LoginInput>>({
    resolver: zodResolver(LoginInput),
  })
  const { handleSubmit, formState } = form
  const field = fieldsOf(form)
  const { isSubmitting } = formState
  if (secondStep)
    return (
      <Gate say={words.greeting}>
        <SecondStep
          {...entry}
          step={secondStep}
          onStartAgain={() => {
            setSecondStep(null)
            setFailure(null)
          }}
        />
        <Toasts />
      </Gate>
    )
  return (
    <Door at="login">
      <CheckedForm className="stack" onSubmit={handleSubmit((form) => signIn(() => api.account.login(form)))}>
        <TextField label={words.email} type="email" autoComplete="username" {...field('email')} />
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          aside={
            <span className="small">
              <a href={withReturnPath('/forgot-password')}>{words.forgot}</a>
            </span>
          }
          {...field('password')}
        />
        <FormError title={failure?.title}>{failure?.message}</FormError>
        <Checking />
        <Button type="submit" wide busy={isSubmitting}>
          {words.submit}
        </Button>
        <PasskeyLogin signIn={signIn} />
      </CheckedForm>
    </Door>
  )
}
