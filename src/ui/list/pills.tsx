import type { Target } from '../anchor.tsx'
import { FrameAnchor } from '../layout/frame-link.tsx'

export type Pill = Target & { label: string; count?: string; current?: boolean }

/** Links between the kinds of a list or between related pages, with the number of entries of each if it is known. */
export function Pills({ label, links }: { label: string; links: Pill[] }) {
  return (
    <nav aria-label={label} className="noprint">
      <ul className="pills">
        {links.map(({ label, count, ...link }) => (
          <li key={link.to ?? link.href}>
            <FrameAnchor {...link}>
              {label} {count && <b>{count}</b>}
            </FrameAnchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
