import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { changePageOf, draftPageOf, pageOf } from '#content/entry/address.ts'
import { BriefKind } from '#content/entry/list/brief.tsx'
import { text as ofEntries } from '#content/entry/text.ts'
import { UnlistedNote } from '#content/entry/visibility/unlisted-note.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { StatusPill } from '#ui/list/labels.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { Note } from '#ui/state/note.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { text as uiText } from '#ui/text.ts'
import { api } from '#web/api.ts'
import { forgetDraft } from '#web/drafts/link.ts'
import { titled } from '#web/head.ts'
import { fresh, useAddressQuery, usePaged } from '#web/paged.ts'
import { useDateSetting } from '#web/preferences.ts'
import { useUser } from '#web/session/session.ts'
import { type Post, postStates } from './schema.ts'
import { text } from './text.ts'

const path = '/dashboard/posts'

export const meta = titled(() => text.title)

/** Lists all posts and drafts of a member; the filter is in the address. */
export default function MyPosts() {
  const [params] = useAddressQuery()
  const state = postStates.find((one) => one === params.get('state'))
  const user = useUser()
  const paged = usePaged(['post'], api.post.list, { ...(state && { state }), limit: 20 }, fresh)
  const someUnlisted = user && paged.items.some(({ unlisted }) => unlisted)
  return (
    <div className="stack gap-5 broad">
      <div className="row split">
        <h1>{text.title}</h1>
        <ButtonLink to="/contribute/articles" icon="plus">
          {text.write}
        </ButtonLink>
      </div>
      <States chosen={state} />
      {someUnlisted && <UnlistedNote entry={{ unlisted: true, author: user }} />}
      <PagedRows
        {...paged}
        loading={{ count: 4, label: text.loading }}
        failed={text.failed}
        none={<Nothing state={state} />}
        row={(post) => <PostRow key={post.id} post={post} />}
      />
    </div>
  )
}

type StateName = (typeof postStates)[number]

function States({ chosen }: { chosen: StateName | undefined }) {
  return (
    <nav aria-label={text.show}>
      <ul className="row gap-2">
        {[undefined, ...postStates].map((state) => (
          <li key={state ?? 'all'}>
            <ButtonLink
              to={state ? `${path}?state=${state}` : path}
              variant={state === chosen ? 'filled' : 'line'}
              aria-current={state === chosen ? 'page' : undefined}
            >
              {text.states[state ?? 'all']}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Nothing({ state }: { state: StateName | undefined }) {
  if (state === 'hidden')
    return (
      <EmptyState slim title={text.noneHidden}>
        {text.noneHiddenHint}
      </EmptyState>
    )
  const action = <ButtonLink to="/contribute/articles">{text.write}</ButtonLink>
  if (state === 'drafts')
    return (
      <EmptyState slim title={text.noDrafts} actions={action}>
        {text.noDraftsHint}
      </EmptyState>
    )
  return (
    <EmptyState slim title={text.none} actions={action}>
      {text.noneHint}
    </EmptyState>
  )
}

function PostRow({ post }: { post: Post }) {
  const { id, kind, source, state, visibility, limited, hiddenReason, returned, returnedReason } = post
  const title = post.title || text.untitled
  const isDraft = source === 'draft'
  const address = { type: kind, id }
  const edit = isDraft ? draftPageOf({ kind, id }) : changePageOf(address)
  // The note on a hidden or returned post says who can see it.
  const audience = state !== 'hidden' && !returned ? visibility : null
  return (
    <ListRow>
      <div className="stack gap-2">
        <p className="row gap-2">
          <BriefKind kind={kind} />
          {state === 'draft' && <StatusPill field="maize">{text.draft}</StatusPill>}
          {state === 'hidden' && <StatusPill field="ochre">{text.hidden}</StatusPill>}
          {post.unlisted && <StatusPill field="maize">{text.unlisted}</StatusPill>}
        </p>
        <p className="strong break">
          {state === 'published' ? <a href={pageOf(address)}>{title}</a> : <Link to={edit}>{title}</Link>}
        </p>
        <p className="small dim">
          {[
            <When key="when" post={post} />,
            audience && ` · ${limited ? ofEntries.limited : ofEntries.audiences[audience]}`,
          ]}
        </p>
        {state === 'hidden' && (
          <Note look="bad" icon="alert">
            <p>{ofEntries.hiddenTitle}</p>
            {hiddenReason && <p>{ofEntries.hiddenReason(hiddenReason)}</p>}
          </Note>
        )}
        {returned && (
          <Note look="ringed" icon="alert">
            <p>{ofEntries.returnedTitle}</p>
            {returnedReason && <p>{ofEntries.returnedReason(returnedReason)}</p>}
          </Note>
        )}
        <div className="row gap-2">
          <ButtonLink variant="line" to={edit}>
            {isDraft ? text.goOn : uiText.edit}
            <span className="sr"> {text.of(title)}</span>
          </ButtonLink>
          {state === 'published' && (
            <ButtonLink variant="line" href={pageOf(address)}>
              {text.view}
              <span className="sr"> {text.of(title)}</span>
            </ButtonLink>
          )}
          <Remove post={post} title={title} />
        </div>
      </div>
    </ListRow>
  )
}

function When({ post: { at, state, source } }: { post: Post }) {
  const setting = useDateSetting()
  const day = <time dateTime={at}>{formatDate(at, setting)}</time>
  if (source === 'draft')
    return (
      <>
        {text.savedOn} {day}
      </>
    )
  return state === 'published' ? (
    <>
      {text.publishedOn} {day}
    </>
  ) : (
    day
  )
}

function Remove({ post: { id, kind, source }, title }: { post: Post; title: string }) {
  const queryClient = useQueryClient()
  const isDraft = source === 'draft'
  async function remove() {
    if (isDraft) {
      await api.draft.remove({ id })
      forgetDraft(id)
    } else await api[kind].remove({ id })
    await queryClient.invalidateQueries({ queryKey: ['post'] })
    void queryClient.invalidateQueries({ queryKey: [kind] })
  }
  return (
    <ConfirmButton
      variant="text"
      label={uiText.delete}
      deletes={title}
      of={text.of(title)}
      title={isDraft ? text.removeDraftTitle : ofEntries.removeTitle}
      act={remove}
    >
      {ofEntries.removeBody}
    </ConfirmButton>
  )
}
