import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Gate } from '#ui/layout/hero.tsx'
import appCss from '#ui/styles/app.css?url'
import { api } from '#web/api.ts'
import { fieldsOf } from '#web/fields.ts'
import { head } from '#web/head.ts'
import { useWithReturnPath } from '#web/session/return-path.ts'
import { Checking } from '../proof-of-work-note.tsx'
import { ResetRequest } from '../schema.ts'
import { text } from '../text.ts'
import type { Route } from './+types/forgot-password.page.ts'

const words = text.forgot

export const handle = { hydrate: true, end: 'flat' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: appCss }]

export function meta(args: Route.MetaArgs) {
  return head(args, { title: words.title, unlisted: true })
}

/** The page for requesting a password reset email. Its answer is the same whether or not the account exists. */
export default function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failure, setFailure] = useState('')
  const withReturnPath = useWithReturnPath()
  const form = useForm<z.input<typeof ResetRequest>>({
    resolver: zodResolver(ResetRequest),
  })
  const { handleSubmit, setError, formState } = form
  const field = fieldsOf(form)

  async function send({ email }: z.input<typeof ResetRequest>) {
    setFailure('')
    try {
      await api.account.requestReset({ email })
      setSentTo(email)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setError('root', {})
    }
  }

  return (
    <Gate field="acacia" say={words.greeting}>
      {sentTo ? (
        <Sent email={sentTo} onAgain={() => setSentTo(null)} />
      ) : (
        <CheckedForm className="stack" onSubmit={handleSubmit(send)}>
          <h1>{words.title}</h1>
          <noscript>
            <p className="note ringed">{text.needsScript}</p>
          </noscript>
          <p>{words.lead}</p>
          <TextField label={words.email} type="email" autoComplete="username" {...field('email')} />
          <FormError title={failure && words.failed}>{failure}</FormError>
          <Checking />
          <Button type="submit" wide busy={formState.isSubmitting}>
            {words.submit}
          </Button>
          <p className="row gap-5">
            <a className="back" href={withReturnPath('/login')}>
              {words.back}
            </a>
            <a className="back" href="/reset-password">
              {words.code}
            </a>
          </p>
        </CheckedForm>
      )}
    </Gate>
  )
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const withReturnPath = useWithReturnPath()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="gate-say stack">
      <h1 ref={heading} tabIndex={-1}>
        {words.sentTitle}
      </h1>
      <p role="status">{words.sent(email)}</p>
      <p>{words.notThere}</p>
      <Button variant="line" wide onClick={onAgain}>
        {words.again}
      </Button>
      <p>
        <a className="back" href={withReturnPath('/login')}>
          {words.back}
        </a>
      </p>
    </div>
  )
}
