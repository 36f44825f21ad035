import type { ReactNode } from 'react'
import { Icon } from '../drawing/icon.tsx'
import { classes } from '../field.ts'
import { text } from '../text.ts'

type CheckProps = { ok: boolean; title: string; children?: ReactNode }

/** A row of a checklist (`<ul className="list">`): a tick or a dashed ring, and a sentence. */
export function Check({ ok, title, children }: CheckProps) {
  return (
    <li className="ev middle">
      <span className={classes('tick', ok && 'ok')}>{ok && <Icon name="check" />}</span>
      <div className="grow">
        <p className="strong">
          {title}
          <span className="sr">{ok ? text.ok : text.attention}</span>
        </p>
        {children && <p className="small dim break">{children}</p>}
      </div>
    </li>
  )
}
