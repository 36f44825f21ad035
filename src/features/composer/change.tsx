import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { type KindsWith, kindOf, type PageKind } from '#content/entry/address.ts'
import { HiddenNote } from '#content/entry/moderation/hidden-note.tsx'
import { Moderate, RemoveButton } from '#content/entry/moderation/moderation.tsx'
import { ReturnedNote } from '#content/entry/moderation/returned-note.tsx'
import { offers, roleToCreate } from '#content/entry/policy.ts'
import type { Entry } from '#content/entry/schema.ts'
import { text as ofEntries } from '#content/entry/text.ts'
import { ChangeAudience } from '#content/entry/visibility/audience-dialog.tsx'
import { useShutsOut } from '#content/entry/visibility/own-groups.ts'
import { UnlistedNote } from '#content/entry/visibility/unlisted-note.tsx'
import type { EntryFormProps, Loaded as LoadedEntry } from '#content/media/entry-form/options.ts'
import type { Role } from '#core/permission.ts'
import { titleOfForm } from '#features/frame/giving/giving.ts'
import { RoleOnly } from '#features/frame/role/role-only.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { OpenDraft } from './open-draft.tsx'
import { text } from './text.ts'

/** A type that has public pages and whose entries are edited on a page with a form, not in place. */
export type Type = Exclude<PageKind, KindsWith<'changedInPlace'>>

type ComposeOrChangeProps<T extends Type> = {
  type: T
  changeTitle: string
  /** The list to return to, if it isn't the type's own list. */
  list?: (params: URLSearchParams) => string
  form: (props: EntryFormProps<T>, params: URLSearchParams) => ReactNode
}

/** A page to create an entry or, with `?id=`, to edit, label, delete or hide an existing one. */
export function ComposeOrChange<T extends Type>(props: ComposeOrChangeProps<T>) {
  const { type, changeTitle, form } = props
  const kind = kindOf(type)
  const requiredRole = roleToCreate(kind)
  const title = titleOfForm(useLocation())
  const params = useSearchParams()[0]
  const id = params.get('id')
  const list = props.list?.(params) ?? kind.list
  const queryClient = useQueryClient()
  const shutsOut = useShutsOut()
  // Complete pages are loaded, because the pages for readers don't include React. The list is opened if the editor
  // can't see the entry any more.
  const open = (saved: Entry) => {
    void queryClient.invalidateQueries({ queryKey: [type] })
    location.assign(shutsOut(saved) ? list : `${kind.page}/${saved.id}`)
  }
  const entry = useAnswer(
    [type, id],
    (options) => api[type as Type].get({ id: id ?? '' }, options) as Promise<LoadedEntry<T>>,
    { enabled: id !== null, staleTime: 0, refetchOnWindowFocus: false },
  )
  return (
    <div className="stack gap-5 mid">
      <h1>{id === null ? title : changeTitle}</h1>
      {id === null && (
        <MakersOnly makers={requiredRole}>
          <OpenDraft kind={type}>{form({ onSubmitted: open }, params)}</OpenDraft>
        </MakersOnly>
      )}
      {id !== null && (
        <Loaded query={entry} loading={{ label: text.loading }} failed={text.notLoaded}>
          {(entry) => (
            <Change {...{ entry, type, list, open, requiredRole }}>{form({ entry, onSubmitted: open }, params)}</Change>
          )}
        </Loaded>
      )}
    </div>
  )
}

/**
 * Shows a form to people who have the role that creating the entry requires, and a message to others. The server
 * enforces the permission; this only spares people a refusal.
 */
function MakersOnly({ makers, children }: { makers: Role | undefined; children: ReactNode }) {
  if (!makers) return children
  if (makers === 'keeper')
    return (
      <RoleOnly needs="keeper" refusal={text.keepersOnly} hint={text.keepersHint}>
        {children}
      </RoleOnly>
    )
  const ask = <ButtonLink to="/seller/dashboard">{text.sellersAsk}</ButtonLink>
  return (
    <RoleOnly needs="seller" refusal={text.sellersOnly} hint={text.sellersHint} action={ask}>
      {children}
    </RoleOnly>
  )
}

/** Explains why there is no form. People who come to hide or label the entry see no explanation. */
function Refusal({ entry, requiredRole }: { entry: Entry; requiredRole: Role | undefined }) {
  if ((['label', 'hide', 'restore'] as const).some((verb) => offers(entry, verb))) return null
  return (
    <MakersOnly makers={requiredRole}>
      <Note icon="keep" look="ringed">
        <p className="strong">{text.notYours}</p>
      </Note>
    </MakersOnly>
  )
}

type ChangeProps = {
  entry: Entry
  type: Type
  list: string
  open: (saved: Entry) => void
  requiredRole: Role | undefined
  children: ReactNode
}

function Change({ entry, type, list, open, requiredRole, children }: ChangeProps) {
  const { id } = entry
  return (
    <>
      <HiddenNote entry={entry} />
      <UnlistedNote entry={entry} />
      <ReturnedNote entry={entry} />
      {offers(entry, 'edit') ? children : <Refusal entry={entry} requiredRole={requiredRole} />}
      <div className="row">
        {offers(entry, 'history') && (
          <ButtonLink variant="line" to={`/dashboard/keepers/history/${id}`}>
            {ofEntries.history}
          </ButtonLink>
        )}
        {!offers(entry, 'edit') && (
          <ChangeAudience
            entry={entry}
            change={(change) => api[type].update({ id, ...change }, { changedFrom: entry.updatedAt }).then(open)}
            onShutOut={() => location.assign(list)}
          />
        )}
        <Moderate
          entry={entry}
          decide={(decision) => api[type].update({ id, ...decision }, { changedFrom: null }).then(open)}
        />
        <RemoveButton entry={entry} remove={() => api[type].remove({ id }).then(() => location.assign(list))} />
      </div>
    </>
  )
}
