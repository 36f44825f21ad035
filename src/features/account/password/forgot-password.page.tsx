import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Gate } from '#ui/layout/hero.tsx'
import { headed } from '#web/head.ts'
import { useWithReturnPath } from '#web/session/return-path.ts'
import { checks, DoorForm, DoorView } from '../door-form.tsx'
import { text } from '../text.ts'

const words = text.forgot

export { handle, links } from '../gate.ts'

export const meta = headed(() => ({ title: words.title, unlisted: true }))

/** The page for requesting a password reset email. Its answer is the same whether or not the account exists. */
export default function ForgotPassword() {
  const back = useWithReturnPath()('/login')
  return (
    <Gate field="acacia" say={words.greeting}>
      <div className="gate-say stack">
        <h1 tabIndex={-1}>{words.title}</h1>
        <noscript>
          <p className="note ringed">{text.needsScript}</p>
        </noscript>
        <DoorForm
          send="POST /api/auth/password/reset-request"
          door="sent"
          title={words.title}
          failed={words.failed}
          submit={words.submit}
          after={
            <p className="row gap-5">
              <a className="back" href={back}>
                {words.back}
              </a>
              <a className="back" href="/reset-password">
                {words.code}
              </a>
            </p>
          }
        >
          <p>{words.lead}</p>
          <TextField label={words.email} name="email" autoComplete="username" {...checks.email()} />
        </DoorForm>
        <DoorView name="sent" title={words.sentTitle}>
          <p role="status" className="break" data-fill={words.sent('#')} />
          <p>{words.notThere}</p>
          <Button variant="line" wide data-show="first">
            {words.again}
          </Button>
          <p>
            <a className="back" href={back}>
              {words.back}
            </a>
          </p>
        </DoorView>
      </div>
    </Gate>
  )
}
