import type { ReactNode } from 'react'
import { Icon, type IconName } from '../drawing/icon.tsx'
import { classes } from '../field.ts'

export type NoteProps = {
  /** quiet: filled; ringed: border; dashed: unconfirmed; good: all is done; bad: an error. */
  look?: 'quiet' | 'ringed' | 'dashed' | 'good' | 'bad'
  icon?: IconName
  action?: ReactNode
  role?: 'status' | 'alert'
  children: ReactNode
}

/** A note about the content around it. */
export function Note({ look = 'quiet', icon, action, role, children }: NoteProps) {
  return (
    <div className={classes('note', look)} role={role}>
      {icon && <Icon name={icon} />}
      <div className="grow">{children}</div>
      {action}
    </div>
  )
}
