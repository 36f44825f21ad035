import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { titleOfGiving } from '#features/frame/giving/giving.ts'
import { Toasts } from '#features/frame/toasts.tsx'
import { Gate } from '#ui/layout/hero.tsx'
import { returnPath, withReturnPath } from '#web/session/return-path.ts'
import { text } from './text.ts'

const doors = ['register', 'login'] as const

/** The layout of the pages to sign up and log in, which are two tabs. The title says what the person came to give. */
export function Door({ at, children }: { at: (typeof doors)[number]; children: ReactNode }) {
  const here = useLocation()
  return (
    <Gate
      field={at === 'register' ? 'dusk' : 'ochre'}
      say={<h1>{titleOfGiving(returnPath(here) ?? '') ?? text[at].greeting}</h1>}
    >
      <div className="gate-say stack">
        <nav className="tabs" aria-label={text.doors}>
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
        {children}
      </div>
      <Toasts />
    </Gate>
  )
}
