import { Button } from '#ui/button.tsx'
import { DoorForm } from '../door-form.tsx'
import { text as accountText } from '../text.ts'
import { CodeField } from './code-field.tsx'
import { text } from './text.ts'

const words = text.login
const kinds = ['code', 'recoveryCode'] as const

/** The second step of a login: a code, a recovery code or a passkey. The script shows what the account has. */
export function SecondStep() {
  return (
    <DoorForm
      view="second"
      send="POST /api/auth/second-factor"
      door="enter"
      title={words.title}
      failed={accountText.login.failed}
      done={accountText.login.done}
      submit={words.submit}
      after={
        <>
          <Button wide data-passkey="POST /api/auth/second-factor" data-failed={words.passkeyFailed}>
            {words.usePasskey}
          </Button>
          {kinds.map((kind) => (
            <p key={kind}>
              <Button variant="text" data-use={kind}>
                {kind === 'code' ? words.useCode : words.useRecoveryCode}
              </Button>
            </p>
          ))}
          <p className="small dim">{words.lost}</p>
          <p>
            <Button variant="text" data-show="first">
              {words.startAgain}
            </Button>
          </p>
        </>
      }
    >
      <p>{words.lead}</p>
      {kinds.map((kind) => (
        <div key={kind} data-kind={kind}>
          <CodeField kind={kind} />
        </div>
      ))}
    </DoorForm>
  )
}
