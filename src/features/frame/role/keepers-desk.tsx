import type { ReactNode } from 'react'
import { PagesNav } from '#ui/layout/pages-nav.tsx'
import { useKeepersPages } from './keepers-pages.ts'
import { RoleOnly } from './role-only.tsx'
import { text } from './text.ts'

const maxCounted = 1000

type DeskProps = { title: string; refusal?: string; children: ReactNode }

/** Shows a page's title to everyone, but its content only to keepers. */
export function Desk({ title, refusal = text.desk.notKeeper, children }: DeskProps) {
  return (
    <div className="mid stack gap-5">
      <h1 className="break">{title}</h1>
      <RoleOnly needs="keeper" refusal={refusal}>
        <DeskParts />
        {children}
      </RoleOnly>
    </div>
  )
}

/** Shows links to the keepers' pages, with the number of items waiting on each. */
function DeskParts() {
  // A page with a count shows one from the beginning, because the links would move when it arrives.
  const pages = useKeepersPages({ enabled: true }).map(({ to, label, ...page }) => ({
    to,
    label: 'waiting' in page ? `${label} (${countOf(page.waiting ?? 0)})` : label,
  }))
  return <PagesNav label={text.desk.name} pages={pages} />
}

const countOf = (waiting: number) => (waiting >= maxCounted ? `${maxCounted}+` : waiting)
