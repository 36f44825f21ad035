import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ArchiveType as Type } from '#content/entry/archive.ts'
import { HiddenNote } from '#content/entry/hidden-note.tsx'
import { Moderate, RemoveButton } from '#content/entry/moderation.tsx'
import { useShutsOut } from '#content/entry/own-groups.ts'
import { ReturnedNote } from '#content/entry/returned-note.tsx'
import type { Entry } from '#content/entry/schema.ts'
import { text as ofEntries } from '#content/entry/text.ts'
import { RoleOnly } from '#features/dashboard/role-only.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { useHasRole, useUser } from '#web/session.ts'
import { text } from './text.ts'

type Loaded<T extends Type> = Awaited<ReturnType<(typeof api)[T]['get']>>

export type ComposeOrChangeProps<T extends Type> = {
  type: T
  title: string
  changeTitle: string
  /** The public list, which this leads back to. */
  list: string
  /** The public page of an entry. */
  page: (id: string) => string
  /** Keepers alone make and change it. */
  keepersOwn?: boolean
  form: (entry: Loaded<T> | undefined, onSubmitted: (kept: Entry) => void) => ReactNode
}

/** The page of a form: a new entry, or with `?id=` one to change, which can also be deleted or hidden here. */
export function ComposeOrChange<T extends Type>(props: ComposeOrChangeProps<T>) {
  const { type, title, changeTitle, list, page, keepersOwn = false, form } = props
  const id = useSearchParams()[0].get('id')
  const queryClient = useQueryClient()
  const shutsOut = useShutsOut()
  // Reading pages ship no React: a whole page is opened; the list, where the entry is no longer the keeper's to see.
  const open = (kept: Entry) => {
    void queryClient.invalidateQueries({ queryKey: [type] })
    location.assign(shutsOut(kept) ? list : page(kept.id))
  }
  const entry = useQuery({
    enabled: id !== null,
    queryKey: [type, id],
    queryFn: ({ signal }) => api[type as Type].get({ id: id ?? '' }, { signal }) as Promise<Loaded<T>>,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <div className="stack gap-5 mid">
      <h1>{id === null ? title : changeTitle}</h1>
      {id === null && (keepersOwn ? <KeepersOnly>{form(undefined, open)}</KeepersOnly> : form(undefined, open))}
      {id !== null && entry.isPending && <Skeleton shape="list" label={text.loading} />}
      {entry.isError && (
        <ErrorState title={text.notLoaded} onRetry={() => entry.refetch()} busy={entry.isFetching}>
          {entry.error.message}
        </ErrorState>
      )}
      {id !== null && entry.data && (
        <Change entry={entry.data} {...{ type, list, open, keepersOwn }}>
          {form(entry.data, open)}
        </Change>
      )}
    </div>
  )
}

/** Shows a keeper's form to keepers, a sentence to others. The server enforces it; this only spares a refusal. */
function KeepersOnly({ children }: { children: ReactNode }) {
  return (
    <RoleOnly needs="keeper" refusal={text.keepersOnly} hint={text.keepersHint}>
      {children}
    </RoleOnly>
  )
}

type ChangeProps = {
  entry: Entry
  type: Type
  list: string
  open: (kept: Entry) => void
  keepersOwn: boolean
  children: ReactNode
}

function Change({ entry, type, list, open, keepersOwn, children }: ChangeProps) {
  const keeper = useHasRole('keeper')
  const wrote = useUser()?.id === entry.author?.id
  const own = keepersOwn ? keeper : wrote
  const isAdmin = useHasRole('admin')
  const { id } = entry
  return (
    <>
      <HiddenNote entry={entry} />
      <ReturnedNote entry={entry} />
      {keepersOwn ? <KeepersOnly>{children}</KeepersOnly> : (own || keeper) && children}
      <div className="row">
        {keeper && (
          <ButtonLink variant="line" to={`/dashboard/keepers/history/${id}`}>
            {ofEntries.history}
          </ButtonLink>
        )}
        <Moderate entry={entry} decide={(decision) => api[type].update({ id, ...decision }).then(open)} />
        {(own || isAdmin) && <RemoveButton remove={() => api[type].remove({ id }).then(() => location.assign(list))} />}
      </div>
    </>
  )
}
