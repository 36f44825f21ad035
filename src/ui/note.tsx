import type { ReactNode } from 'react'
import { classes } from './field.ts'
import { Icon, type IconName } from './icon.tsx'
import { text } from './text.ts'

export type NoteProps = {
  /** quiet: sunk fill; ringed: ink border; dashed: not confirmed; bad: a failure. */
  look?: 'quiet' | 'ringed' | 'dashed' | 'bad'
  icon?: IconName
  action?: ReactNode
  role?: 'status' | 'alert'
  children: ReactNode
}

/** A block that says one thing about what stands around it. */
export function Note({ look = 'quiet', icon, action, role, children }: NoteProps) {
  return (
    <div className={classes('note', look)} role={role}>
      {icon && <Icon name={icon} />}
      <div className="grow">{children}</div>
      {action}
    </div>
  )
}

export type PermissionLabelProps = {
  /** Short, as in "ask before you reuse". */
  label: string
  /** A sentence that says what is allowed. */
  children: ReactNode
  setBy?: string
  date?: string
  /** The page that says what the labels mean. */
  href?: string
  level?: 2 | 3
}

/** A keeper's decision on who may do what with an entry. */
export function PermissionLabel({ label, children, setBy, date, href, level = 2 }: PermissionLabelProps) {
  const Heading = `h${level}` as const
  return (
    <section className="note ringed">
      <Icon name="keep" />
      <div className="grow">
        <Heading className="t1">{text.keepersLabel(label)}</Heading>
        <p>{children}</p>
        <p className="small dim">
          {setBy && date && `${text.setBy(setBy, date)} `}
          {href && <a href={href}>{text.labelMeaning}</a>}
        </p>
      </div>
    </section>
  )
}
