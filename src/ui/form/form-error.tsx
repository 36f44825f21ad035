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

/** A list of rules; each gets a tick once the typed text meets it. Set `aria-describedby={id}` on the field. */
export function Rules({ id, title, rules }: { id: string; title: string; rules: { label: string; met: boolean }[] }) {
  return (
    <div className="block quiet stack gap-3 start" id={id}>
      <p className="t1 heavy">{title}</p>
      <ul className="rules">
        {rules.map(({ label, met }) => (
          <li key={label} className={met ? 'met' : undefined}>
            <Icon name={met ? 'check' : 'ring'} />
            {label}
            <span className="sr">{met ? text.done : text.missing}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
