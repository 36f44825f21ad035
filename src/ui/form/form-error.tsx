import type { ReactNode } from 'react'
import { Icon } from '../drawing/icon.tsx'
import { text } from '../text.ts'

/** The error of a whole form, above its button. Renders nothing without a title. */
export function FormError({ title, children }: { title?: string | null; children?: ReactNode }) {
  if (!title) return null
  return (
    <div className="note bad" role="alert">
      <Icon name="alert" />
      <div className="grow">
        <p className="strong">{title}</p>
        {children && <p>{children}</p>}
      </div>
    </div>
  )
}

type Rule = { name: string; label: string; met: boolean; hidden?: boolean | undefined }

/** A list of rules; each gets a tick once the typed text meets it. */
export function Rules({ title, rules }: { title: string; rules: Rule[] }) {
  return (
    <div className="block quiet stack gap-3 start">
      <p className="t1 heavy">{title}</p>
      <ul className="rules">
        {rules.map(({ name, label, met, hidden }) => (
          <li key={`${name} ${met}`} className={met ? 'met' : undefined} data-rule={name} hidden={hidden}>
            <Icon name={met ? 'check' : 'ring'} />
            {label}
            <span className="sr">{met ? text.done : text.missing}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
