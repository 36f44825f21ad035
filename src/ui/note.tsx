import type { ReactNode } from 'react'
import { classes } from './field.ts'
import { Icon, type IconName } from './icon.tsx'

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
