import type { ReactNode } from 'react'
import { Scarp } from '../drawing/terraces.tsx'
import { classes, type Field } from '../field.ts'
import { PaintWhole, PaintWithOpening } from './first-paint.tsx'

/** The top of the home page. Put a dusk section after it. */
export function Hero({ title, lead, children, aside }: HeroProps) {
  return (
    <section id="opening" className="hero ochre" aria-labelledby="hero">
      <PaintWithOpening />
      <div className="wrap">
        <div className="grid g75 gap-6 middle">
          <div className="stack">
            <h1 id="hero">{title}</h1>
            {lead && <p className="lead">{lead}</p>}
            {children}
          </div>
          {aside}
        </div>
      </div>
      <Scarp />
    </section>
  )
}

export type HeroProps = { title: ReactNode; lead?: ReactNode; children?: ReactNode; aside?: ReactNode }

/** The layout of the login and sign-up pages: a drawing with a greeting or the title, and the form. */
export function Gate({ field = 'ochre', say, children }: { field?: Field; say: ReactNode; children: ReactNode }) {
  return (
    <div className="gate grid g75">
      <PaintWhole />
      <div className={classes('hero', field)}>
        <div>
          <div className="say">{say}</div>
        </div>
        <Scarp />
      </div>
      <section>{children}</section>
    </div>
  )
}
