import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { type ArchiveType, isArchive } from '#content/entry/archive.ts'
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

/** A type that is read on public pages, and so changed on a page of its own. */
type Type = ArchiveType | 'product'
/** Who makes and changes entries of a type that not every member makes. */
type Maker = 'keeper' | 'seller'
type Loaded<T extends Type> = Awaited<ReturnType<(typeof api)[T]['get']>>

export type ComposeOrChangeProps<T extends Type> = {
  type: T
  title: string
  changeTitle: string
  /** The public list, which this leads back to. */
  list: string
  /** The public page of an entry. */
  page: (id: string) => string
  only?: Maker
  form: (entry: Loaded<T> | undefined, onSubmitted: (kept: Entry) => void) => ReactNode
}

/** The page of a form: a new entry, or with `?id=` one to change, which can also be deleted or hidden here. */
export function ComposeOrChange<T extends Type>(props: ComposeOrChangeProps<T>) {
  const { type, title, changeTitle, list, page, only, form } = props
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
      {id === null && <Only makers={only}>{form(undefined, open)}</Only>}
      {id !== null && entry.isPending && <Skeleton shape="list" label={text.loading} />}
      {entry.isError && (
        <ErrorState title={text.notLoaded} onRetry={() => entry.refetch()} busy={entry.isFetching}>
          {entry.error.message}
        </ErrorState>
      )}
      {id !== null && entry.data && (
        <Change entry={entry.data} {...{ type, list, open, only }}>
          {form(entry.data, open)}
        </Change>
      )}
    </div>
  )
}

/** Shows a form to those who make such entries, a sentence to others. The server enforces it; this only spares a refusal. */
function Only({ makers, children }: { makers: Maker | undefined; children: ReactNode }) {
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

type ChangeProps = {
  entry: Entry
  type: Type
  list: string
  open: (kept: Entry) => void
  only: Maker | undefined
  children: ReactNode
}

function Change({ entry, type, list, open, only, children }: ChangeProps) {
  const keeper = useHasRole('keeper')
  const seller = useHasRole('seller')
  const isAdmin = useHasRole('admin')
  const wrote = useUser()?.id === entry.author?.id
  const own = only === 'keeper' ? keeper : wrote && (only !== 'seller' || seller)
  // Who is no keeper is told so where keepers alone write; a product is nobody's but its seller's.
  const asked = only === 'keeper' || wrote || (only === 'seller' ? isAdmin : keeper)
  const { id } = entry
  return (
    <>
      <HiddenNote entry={entry} />
      <ReturnedNote entry={entry} />
      {asked && <Only makers={only}>{children}</Only>}
      <div className="row">
        {keeper && isArchive(type) && (
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
