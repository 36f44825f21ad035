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

/** Shows links to the keepers' pages, with the number of items waiting on those that have a queue. */
function DeskParts() {
  const pages = useKeepersPages({ enabled: true }).map(({ to, label, ...queue }) => ({
    to,
    label: 'waiting' in queue ? `${label} (${countOf(queue.waiting)})` : label,
  }))
  return (
    <div className="in-menu">
      <PagesNav label={text.desk.name} pages={pages} />
    </div>
  )
}

/** Returns the number, or while it loads a placeholder of its width, so that the links after it don't move. */
function countOf(waiting: number | undefined): string {
  if (waiting === undefined) return '\u2007'
  return waiting >= maxCounted ? `${maxCounted}+` : `${waiting}`
}
