import type { ReactNode } from 'react'
import { sentences } from '#core/input/sentences.ts'
import { fewestCharacters } from '#text/password.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/drawing/icon.tsx'
import { classes } from '#ui/field.ts'
import { text as uiText } from '#ui/text.ts'
import { text as webText } from '#web/text.ts'
import { text } from './text.ts'

export type DoorFormProps = {
  /** The method and path of an operation. Its input are the form's fields. */
  send: `POST /api/${string}`
  /** The view of the page to show when it is done; `enter` stores the session and opens the requested page. */
  door: 'enter' | 'sent' | 'done'
  /** The name of this form as a view of its page, and the page's title for it. */
  view?: 'first' | 'second'
  title: string
  /** Titles of the error: if the request fails, and if a field is invalid. */
  failed: string
  check?: string
  submit: string
  /** The message shown on the next page. */
  done?: string
  /** True if it ends the session of this device. */
  ends?: boolean
  className?: string
  children: ReactNode
  /** Help with an error, shown if a link from an email was refused. */
  again?: ReactNode
  /** The part below the button. */
  after?: ReactNode
}

/**
 * A form of a page without React, which the reading script checks and sends (`src/reading/door.ts`). It has no address, so
 * that without JavaScript nothing typed ends up in one.
 */
export function DoorForm({ view = 'first', className, children, again, after, ...form }: DoorFormProps) {
  const { send, door, title, failed, check, submit, done, ends } = form
  return (
    <form
      noValidate
      method="post"
      className={classes('stack', className)}
      hidden={view !== 'first'}
      data-view={view}
      data-title={title}
      data-second={view === 'second' ? '' : undefined}
      data-door={door}
      data-send={send}
      data-ends={ends ? '' : undefined}
      data-done={done}
      data-failure={failed}
      data-check={check}
      data-invalid={text.login.invalidResponse}
      data-failed={webText.offline}
      data-no-answer={webText.noAnswer}
      data-working={uiText.working}
    >
      {children}
      <div className="note bad" role="alert" hidden>
        <Icon name="alert" />
        <div className="grow">
          <div className="strong" data-refusal />
          <div>
            <span data-refused />{' '}
            {again && (
              <span data-again hidden>
                {again}
              </span>
            )}
          </div>
        </div>
      </div>
      <p role="status" data-checking={text.checking} />
      <Button type="submit" wide>
        {submit}
      </Button>
      {after}
    </form>
  )
}

/** A view of the page that one of its forms leads to. */
export function DoorView({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  return (
    <div className="stack" hidden data-view={name} data-title={title}>
      {children}
    </div>
  )
}

/** Attributes by which the script checks a field before it is sent, as the server would. Spread one of these on it. */
export const checks = {
  needed: () => ({ 'data-least': 1, 'data-short': sentences.needed }),
  email: () => ({ type: 'email', 'data-wrong': sentences.email }),
  name: () => ({ 'data-least': 3, 'data-short': sentences.tooShort(3) }),
  password: () => ({ 'data-least': fewestCharacters.signUp, 'data-short': text.fields.password }),
  strongPassword: () => ({ ...checks.needed(), 'data-strong': '', 'data-wrong': text.password.weak }),
  same: (name: string, message: string) => ({ ...checks.needed(), 'data-same': name, 'data-differs': message }),
}
