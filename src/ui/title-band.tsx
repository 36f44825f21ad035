import type { ReactNode } from 'react'
import { Furrows } from './contour.tsx'
import { classes, type Field } from './field.ts'
import { PaintWithOpening } from './opening.tsx'
import type { PlainLink } from './public-layout.tsx'
import { text } from './text.ts'

export type TitleBandProps = {
  field: Field
  title: ReactNode
  /** The title is a Marakwet form: set giant, in the word face. */
  word?: 'enb' | 'enb-fonipa'
  lead?: ReactNode
  /** The way up, above the title. */
  back?: PlainLink
  subnav?: PlainLink[]
  /** The `href` of the child this page is. */
  current?: string
  children?: ReactNode
}

/** The head of a section's page, in the section's colour. */
export function TitleBand({ field, title, word, lead, back, subnav = [], current, children }: TitleBandProps) {
  return (
    <div id="opening" className={classes('band', field)}>
      <PaintWithOpening />
      <Furrows />
      <div className="wrap">
        {back && (
          <p>
            <a className="back" href={back.href}>
              {back.label}
            </a>
          </p>
        )}
        <h1 className={word && 'word giant'} lang={word}>
          {title}
        </h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
        {subnav.length > 0 && (
          <nav className="subnav" aria-label={text.inThisSection}>
            <ul>
              {subnav.map(({ href, label }) => (
                <li key={href}>
                  <a href={href} aria-current={href === current ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </div>
  )
}
