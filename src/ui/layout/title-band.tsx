import type { ReactNode } from 'react'
import type { PlainLink } from '../anchor.tsx'
import { Furrows } from '../drawing/terraces.tsx'
import { giant } from '../drawing/word-size.ts'
import { classes, type Field } from '../field.ts'
import { text } from '../text.ts'
import { PaintWithOpening } from './first-paint.tsx'

export type TitleBandProps = {
  field: Field
  title: string
  /** The language tag of a title that is a word, which is shown very large. */
  word?: string
  /** The language tag of the title if it isn't in the interface's language. */
  lang?: string
  lead?: ReactNode
  /** Links to the pages above this one. */
  trail?: readonly PlainLink[]
  subnav?: PlainLink[]
  /** The `href` of the current child page. */
  current?: string
  children?: ReactNode
}

/** The heading of a section's page, in the section's colour. */
export function TitleBand({ field, title, word, lang, lead, trail, subnav = [], current, children }: TitleBandProps) {
  return (
    <div id="opening" className={classes('band', field)}>
      <PaintWithOpening />
      <Furrows />
      <div className="wrap">
        {trail && <Trail links={trail} />}
        <h1 className={word && giant(title)} lang={word ?? lang} dir="auto">
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

/** A page with a heading and a column of text. */
export function ProsePage({ children, ...band }: TitleBandProps) {
  return (
    <>
      <TitleBand {...band} />
      <div className="sec">
        <div className="wrap">
          <div className="prose gap-5">{children}</div>
        </div>
      </div>
    </>
  )
}

/** Links to the pages above this one, the highest first. */
export function Trail({ links }: { links: readonly PlainLink[] }) {
  return (
    <nav aria-label={text.trail}>
      <ol className="trail">
        {links.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
