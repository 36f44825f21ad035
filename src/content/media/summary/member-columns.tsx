import type { ComponentProps, ReactNode } from 'react'
import { type PageKind, pageOf } from '#content/entry/address.ts'
import { Related, shownLinks } from '#content/entry/link/related.tsx'
import { MemberShare } from '#content/entry/page/member-share.tsx'
import { useAnswer, useSettled } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { AuthorPanel, Neighbours, Similar } from './columns.tsx'
import { MemberTitle } from './post.tsx'

type Props = Pick<ComponentProps<typeof AuthorPanel>, 'title'> & {
  entry: ComponentProps<typeof Related>['entry'] & { title: string }
  type: PageKind
  /** Parts that load after the page, such as transcripts. */
  after?: ReactNode
  comments?: ReactNode
  children: ReactNode
}

/**
 * The columns of an entry's dashboard page, like those of its public page: its content, and beside it ways to share it,
 * its author and similar entries. What loads after the page is shown at once, so that nothing moves.
 */
export function MemberColumns({ entry, type, title, after, comments, children }: Props) {
  const { id } = entry
  const links = useAnswer(['links', id, 'shown'], (options) => api.archive.links({ id, limit: shownLinks }, options))
  const { data: around } = useAnswer(['around', id], (options) => api.explore.around({ id }, options))
  const isSettled = useSettled()
  return (
    <div className="grid cols discussed">
      <article className="stack gap-6">
        {children}
        <div className="stack gap-6" hidden={!isSettled}>
          {after}
          {links.data && <Related entry={entry} links={links.data} />}
          {around && <Neighbours {...around} Title={MemberTitle} />}
        </div>
      </article>
      <aside className="stack gap-6 noprint" hidden={!isSettled}>
        <MemberShare title={entry.title} path={pageOf({ type, id })} />
        {around && (
          <>
            <AuthorPanel {...around} title={title} />
            <Similar {...around} Title={MemberTitle} />
          </>
        )}
      </aside>
      {/* They are mounted only now, because a link to a comment scrolls to it, and it must not move afterwards. */}
      {isSettled && <div>{comments}</div>}
    </div>
  )
}
