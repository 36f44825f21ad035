import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type PageKind, pageOf } from '#content/entry/address.ts'
import { Related, shownLinks } from '#content/entry/link/related.tsx'
import { RemoveButton } from '#content/entry/moderation/moderation.tsx'
import { Oversight, type OversightProps } from '#content/entry/moderation/oversight.tsx'
import { Share } from '#content/entry/page/share.tsx'
import { offers } from '#content/entry/policy.ts'
import { ReportButton } from '#content/entry/report/button.tsx'
import { kinds } from '#content/kinds.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { text as uiText } from '#ui/text.ts'
import { useAnswer, useSettled } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { notify } from '#web/toasts.ts'
import { Comments } from '../comment/page/comments.tsx'
import { AuthorPanel, Neighbours, Similar } from './columns.tsx'
import { MemberTitle } from './post.tsx'

type Shown = OversightProps['entry']

type MemberPageProps<T> = {
  query: UseQueryResult<T>
  type: PageKind
  /** Texts of the type. `back` labels the link to the list. */
  text: { back: string; loading: string; oneFailed: string; missing: string }
  children: (entry: T) => ReactNode
}

/** The page of one entry in the dashboard: the way back to the list, and the entry once it is loaded. */
export function MemberPage<T>({ query, type, text, children }: MemberPageProps<T>) {
  return (
    <div className="stack gap-5 broad">
      <p>
        <ButtonLink variant="text" className="flush" to={kinds[type].list}>
          {text.back}
        </ButtonLink>
      </p>
      <Loaded
        query={query}
        loading={{ shape: 'cards', count: 1, label: text.loading }}
        failed={text.oneFailed}
        missing={text.missing}
      >
        {children}
      </Loaded>
    </div>
  )
}

type MemberEntryProps<T extends Shown> = {
  entry: T
  type: PageKind
  text: RemoveWords
  /** The form that replaces the content while the entry is edited. */
  Form: ComponentType<{ entry: T; onSubmitted: (changed: T) => void }>
  authorTitle?: string
  /** Buttons of the type, after Edit. */
  actions?: ReactNode
  /** Parts that load after the page, such as transcripts. */
  after?: ReactNode
  /** The content of the entry, like that of its public page. */
  children: ReactNode
}

/**
 * An entry in the dashboard, like on its public page: its content, what the viewer may do to it, its comments, and
 * beside it ways to share it, its author and similar entries. What loads after the page is shown at once, so that
 * nothing moves.
 */
export function MemberEntry<T extends Shown>(props: MemberEntryProps<T>) {
  const { entry, type, text, Form, authorTitle, actions, after, children } = props
  const { id, title } = entry
  // A link on the public page leads to the form, which leads back to it.
  const isAsked = useSearchParams()[0].has('edit')
  const [editing, setEditing] = useState(isAsked && offers(entry, 'edit'))
  const links = useAnswer(['links', id, 'shown'], (options) => api.archive.links({ id, limit: shownLinks }, options))
  const { data: around } = useAnswer(['around', id], (options) => api.explore.around({ id }, options))
  const isSettled = useSettled()
  const queryClient = useQueryClient()
  function finish(changed: T) {
    queryClient.setQueryData([type, id], changed)
    void queryClient.invalidateQueries({ queryKey: [type] })
    leave()
  }
  function leave() {
    if (isAsked) location.assign(pageOf({ type, id }))
    else setEditing(false)
  }
  if (editing)
    return (
      <>
        <h1>{uiText.edit}</h1>
        <Form entry={entry} onSubmitted={finish} />
        <Button variant="text" onClick={leave}>
          {uiText.cancel}
        </Button>
      </>
    )
  return (
    <div className="grid cols discussed">
      <article className="stack gap-6">
        {children}
        <div className="row">
          {offers(entry, 'edit') && (
            <Button variant="line" onClick={() => setEditing(true)}>
              {uiText.edit}
            </Button>
          )}
          {actions}
          <RemoveEntry entry={entry} type={type} text={text} />
          <ReportButton entry={entry} />
          <Oversight kind={type} entry={entry} />
        </div>
        <div className="stack gap-6" hidden={!isSettled}>
          {after}
          {links.data && <Related entry={entry} links={links.data} />}
          {around && <Neighbours {...around} Title={MemberTitle} />}
        </div>
      </article>
      <aside className="stack gap-6 noprint" hidden={!isSettled}>
        <Share title={title} entry={entry} path={pageOf({ type, id })} />
        {around && (
          <>
            <AuthorPanel {...around} title={authorTitle} />
            <Similar {...around} Title={MemberTitle} />
          </>
        )}
      </aside>
      {/* They are mounted only now, because a link to a comment scrolls to it, and it must not move afterwards. */}
      {isSettled && (
        <div>
          <Comments entry={{ id, type, title }} />
        </div>
      )}
    </div>
  )
}

type RemoveWords = NonNullable<ComponentProps<typeof RemoveButton>['words']> & { removed: string }

/** Deletes the entry and leads to the list. */
function RemoveEntry({ entry, type, text }: { entry: Shown; type: PageKind; text: RemoveWords }) {
  const { id } = entry
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  async function remove() {
    await api[type].remove({ id })
    notify.success(text.removed)
    await navigate(kinds[type].list)
    queryClient.removeQueries({ queryKey: [type, id] })
    void queryClient.invalidateQueries({ queryKey: [type] })
  }
  return <RemoveButton entry={entry} remove={remove} words={text} />
}
