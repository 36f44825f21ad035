import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { kinds } from '#content/kinds.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { text as uiText } from '#ui/text.ts'
import { api } from '#web/api.ts'
import { notify } from '#web/toasts.ts'
import type { PageKind } from '../address.ts'
import { RemoveButton } from '../moderation/moderation.tsx'
import type { Offering } from '../policy.ts'
import type { Entry } from '../schema.ts'

/** Texts of a type's member page. `back` labels the link to the list. */
type Words = { back: string; edit: string; loading: string; oneFailed: string; missing: string }

type MemberPageProps<T> = {
  query: UseQueryResult<T>
  /** The list of the type in the dashboard. */
  list: string
  text: Omit<Words, 'edit'>
  children: (entry: T) => ReactNode
}

/** The page of one entry in the dashboard: the way back to the list, and the entry once it is loaded. */
export function MemberPage<T>({ query, list, text, children }: MemberPageProps<T>) {
  return (
    <div className="stack gap-5 broad">
      <p>
        <ButtonLink variant="text" className="flush" to={list}>
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

type RemoveEntryProps = {
  kind: PageKind
  entry: Pick<Entry, 'id' | 'title'> & Offering
  text: NonNullable<ComponentProps<typeof RemoveButton>['words']> & { removed: string }
}

/** Deletes the entry and leads to the list. */
export function RemoveEntry({ kind, entry, text }: RemoveEntryProps) {
  const { id } = entry
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  async function remove() {
    await api[kind].remove({ id })
    notify.success(text.removed)
    await navigate(kinds[kind].list)
    queryClient.removeQueries({ queryKey: [kind, id] })
    void queryClient.invalidateQueries({ queryKey: [kind] })
  }
  return <RemoveButton entry={entry} remove={remove} words={text} />
}

type EditingProps = { text: Pick<Words, 'edit'>; onBack: () => void; children: ReactNode }

/** Shows an entry's form in place of its text. */
export function Editing({ text, onBack, children }: EditingProps) {
  return (
    <>
      <h1>{text.edit}</h1>
      {children}
      <Button variant="text" onClick={onBack}>
        {uiText.cancel}
      </Button>
    </>
  )
}
