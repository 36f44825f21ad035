import type { ReactNode } from 'react'
import type { PlainLink } from '../anchor.tsx'
import type { Field } from '../field.ts'

export type SectionStep = { field: Field; title: string; note?: ReactNode; links: PlainLink[] }

/** The sections as terraces, each indented further; up to four. */
export function SectionSteps({ sections }: { sections: SectionStep[] }) {
  return (
    <ul className="steps">
      {sections.map(({ field, title, note, links }, i) => (
        <li key={title} className={i ? `step-${Math.min(i, 3)}` : undefined}>
          <div className={field}>
            <div className="row split baseline">
              <h3>{title}</h3>
              {note && <p className="small strong">{note}</p>}
            </div>
            <ul>
              {links.map(({ href, label }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ul>
  )
}
