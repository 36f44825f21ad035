import type { ReactNode } from 'react'
import { PrefetchPageLinks, useLocation } from 'react-router'
import { titleOfGiving } from '#features/frame/giving/giving.ts'
import { Icon } from '#ui/drawing/icon.tsx'
import { Gate } from '#ui/layout/hero.tsx'
import appCss from '#ui/styles/app.css?url'
import { returnPath, withReturnPath } from '#web/session/return-path.ts'
import { DoorForm, type DoorFormProps } from './door-form.tsx'
import { text } from './text.ts'

const doors = ['register', 'login'] as const
/** Keeps a link where it is: React moves others into the head, where they would be loaded at once. */
const apart: object = { itemProp: 'next' }

type DoorProps = Omit<DoorFormProps, 'door' | 'title' | 'failed' | 'done' | 'submit'> & {
  at: (typeof doors)[number]
  /** The second step of the page. */
  second?: ReactNode
}

/** The layout of the pages to sign up and log in, which are two tabs. The title says what the person came to give. */
export function Door({ at, second, ...form }: DoorProps) {
  const here = useLocation()
  const words = text[at]
  const title = titleOfGiving(returnPath(here) ?? '') ?? words.greeting
  return (
    <Gate field={at === 'register' ? 'dusk' : 'ochre'} say={<h1 tabIndex={-1}>{title}</h1>}>
      <div className="gate-say stack">
        <nav className="tabs" aria-label={text.doors} data-view="first">
          {doors.map((door) => (
            <a
              key={door}
              className="btn"
              href={withReturnPath(`/${door}`, here)}
              aria-current={door === at ? 'page' : undefined}
            >
              {text[door].title}
            </a>
          ))}
        </nav>
        <noscript>
          <p className="note ringed">{text.needsScript}</p>
        </noscript>
        <DoorForm {...form} door="enter" title={title} failed={words.failed} done={words.done} submit={words.submit} />
        {second && <template data-second-step>{second}</template>}
      </div>
      <Toast />
      <template data-next>
        <PrefetchPageLinks page="/dashboard" {...apart} />
        <link rel="prefetch" as="style" href={appCss} {...apart} />
      </template>
    </Gate>
  )
}

/** The place where the reading script shows an error for some seconds. */
function Toast() {
  return (
    <div className="toasts" data-toast hidden>
      <div className="toast">
        <Icon name="alert" />
        <span />
      </div>
    </div>
  )
}
