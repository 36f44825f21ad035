import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Checkbox, PasswordField, TextField } from '#ui/form/text-field.tsx'
import { Gate } from '#ui/layout/hero.tsx'
import appCss from '#ui/styles/app.css?url'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { fieldsOf } from '#web/fields.ts'
import { forget } from '#web/session/session.ts'
import { secretHead } from '../mailed-link.tsx'
import { PasswordReset, PasswordResetForm } from '../schema.ts'
import { text } from '../text.ts'
import type { Route } from './+types/reset-password.page.ts'
import { PasswordRules } from './password-rules.tsx'

const words = text.reset
const Form = z.intersection(PasswordResetForm, PasswordReset.pick({ token: true }))
type Values = z.input<typeof Form>

export const handle = { hydrate: true, end: 'flat' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(args: Route.MetaArgs) {
  return secretHead(args, words.title)
}

/** The page to set a new password, with the token from the emailed link or the code that an admin handed over. */
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
  const form = useForm<Values>({
    defaultValues: { token, newPassword: '', confirmPassword: '' },
    resolver: zodResolver(Form),
  })
  const { handleSubmit, setError, watch, formState } = form
  const field = fieldsOf(form)
  const { errors, isSubmitting } = formState

  async function send(values: Values) {
    setFailure(null)
    try {
      await api.account.resetPassword({ token: values.token, newPassword: values.newPassword })
      forget() // a reset ends every session, including this one
      onDone()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const issues = error instanceof ApiError ? error.issues : []
      for (const { path, message } of issues) setError(path as keyof Values, { message })
      setFailure({ message: error.message, again: error instanceof ApiError && error.status < 429 })
    }
  }

  return (
    <CheckedForm className="stack" onSubmit={handleSubmit(send)}>
      <h1>{words.title}</h1>
      <noscript>
        <p className="note ringed">{text.linkNeedsScript}</p>
      </noscript>
      {!token && (
        <TextField
          label={words.code}
          hint={words.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('token')}
        />
      )}
      <PasswordField
        label={words.newPassword}
        shown={shown}
        autoComplete="new-password"
        hint={<span className="sr">{text.rules.sentence}</span>}
        {...field('newPassword')}
      />
      <PasswordField label={words.confirm} shown={shown} autoComplete="new-password" {...field('confirmPassword')} />
      <Checkbox label={text.showPasswords} checked={shown} onChange={() => setShown(!shown)} />
      <div>
        <PasswordRules id={rules} password={watch('newPassword')} />
      </div>
      <FormError title={(failure || (token && errors.token)) && words.failed}>
        {(token && errors.token?.message) || failure?.message}{' '}
        {failure?.again && token && <a href="/forgot-password">{words.askAgain}</a>}
      </FormError>
      <Button type="submit" wide busy={isSubmitting}>
        {words.submit}
      </Button>
    </CheckedForm>
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
