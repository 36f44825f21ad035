import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { text as uiText } from '#ui/text.ts'

/** Texts of a type's member page. `back` labels the link to the list. */
type Words = { back: string; edit: string; loading: string; oneFailed: string; missing: string }

type MemberPageProps<Entry> = {
  query: UseQueryResult<Entry>
  /** The list of the type in the dashboard. */
  list: string
  text: Omit<Words, 'edit'>
  children: (entry: Entry) => ReactNode
}

/** The page of one entry in the dashboard: the way back to the list, and the entry once it is loaded. */
export function MemberPage<Entry>({ query, list, text, children }: MemberPageProps<Entry>) {
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
