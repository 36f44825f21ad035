import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import appCss from '#ui/app.css?url'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Checkbox, TextField } from '#ui/form/text-field.tsx'
import { Gate } from '#ui/hero.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { head } from '#web/head.ts'
import { forget } from '#web/session.ts'
import type { Route } from './+types/reset-password.page.ts'
import { PasswordRules } from './password-rules.tsx'
import { PasswordReset, PasswordResetForm } from './schema.ts'
import { text } from './text.ts'

const words = text.reset
const Form = z.intersection(PasswordResetForm, PasswordReset.pick({ token: true }))
type Values = z.input<typeof Form>

export const handle = { hydrate: true, end: 'none' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(given: Route.MetaArgs) {
  // The address holds a secret: no other site may be told of it.
  return [...head(given, { title: words.title, unlisted: true }), { name: 'referrer', content: 'no-referrer' }]
}

/** Takes a new password with the token of the mail's link, or with the code that an admin wrote down. */
export default function ResetPassword() {
  const [done, setDone] = useState(false)
  return <Gate say={words.greeting}>{done ? <Done /> : <ResetForm onDone={() => setDone(true)} />}</Gate>
}

function ResetForm({ onDone }: { onDone: () => void }) {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const [shown, setShown] = useState(false)
  const [failure, setFailure] = useState<{ message: string; again: boolean } | null>(null)
  const rules = useId()
  const { register, handleSubmit, setError, watch, formState } = useForm<Values>({
    defaultValues: { token, newPassword: '', confirmPassword: '' },
    resolver: zodResolver(Form),
  })
  const { errors, isSubmitting } = formState
  const type = shown ? 'text' : 'password'

  async function send(values: Values) {
    setFailure(null)
    try {
      await api.account.resetPassword({ token: values.token, newPassword: values.newPassword })
      forget() // a reset ends every session, also the one of this device
      onDone()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const issues = error instanceof ApiError ? error.issues : []
      for (const { path, message } of issues) setError(path as keyof Values, { message })
      setFailure({ message: error.message, again: error instanceof ApiError && error.status < 429 })
    }
  }

  return (
    <form className="stack" noValidate onSubmit={handleSubmit(send)}>
      <h1>{words.title}</h1>
      <noscript>
        <p className="note ringed">{text.needsScript}</p>
      </noscript>
      {!token && (
        <TextField
          label={words.code}
          hint={words.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.token?.message}
          {...register('token')}
        />
      )}
      <TextField
        label={words.newPassword}
        type={type}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <TextField
        label={words.confirm}
        type={type}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <Checkbox label={text.showPasswords} checked={shown} onChange={() => setShown(!shown)} />
      <div>
        <PasswordRules id={rules} password={watch('newPassword')} />
      </div>
      <FormError title={(failure || (token && errors.token)) && words.failed}>
        {failure?.message ?? errors.token?.message}{' '}
        {failure?.again && token && <a href="/forgot-password">{words.askAgain}</a>}
      </FormError>
      <Button type="submit" wide busy={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  )
}

function Done() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="gate-say stack">
      <h1 ref={heading} tabIndex={-1}>
        {words.doneTitle}
      </h1>
      <p role="status">{words.done}</p>
      <ButtonLink wide href="/login">
        {words.login}
      </ButtonLink>
    </div>
  )
}
