import type { ComponentProps, ReactNode } from 'react'
import { kinds } from '#content/kinds.ts'
import { ButtonLink } from '#ui/button.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { usePreferences } from '#web/preferences.ts'
import type { PageKind } from '../address.ts'
import { WaitingPosts } from './waiting.tsx'

type Word = 'searchLabel' | 'loading' | 'failed' | 'none' | 'noneHint' | 'firstHint'

type MemberListProps<Item> = {
  type: PageKind
  title: string
  text: Record<Word, string> & { searchHint?: string }
  /** The label of the button that adds an entry. */
  add: string
  /** The current search, as in the address. */
  q: string
  isFiltered: boolean
  onSearch: (q: string) => void
  filters: ReactNode
  list: ComponentProps<typeof PagedList>['list']
  items: Item[]
  card: (item: Item) => ReactNode
  /** The class of a grid of cards. */
  look?: string
  /** Replaces the invitation to add the first entry. */
  none?: ReactNode
  children?: ReactNode
}

/** A type's list in the dashboard: its title, the button that adds an entry, the search, and cards. */
export function MemberList<Item>(props: MemberListProps<Item>) {
  const { type, title, text, add, q, isFiltered, onSearch, filters, list, children } = props
  const { form } = kinds[type]
  const invitation = (
    <EmptyState slim title={text.none} actions={<ButtonLink to={form}>{add}</ButtonLink>}>
      {q || isFiltered ? text.noneHint : text.firstHint}
    </EmptyState>
  )
  return (
    <div className="stack gap-5">
      <div className="row split">
        <h1>{title}</h1>
        <ButtonLink to={form} icon="plus">
          {add}
        </ButtonLink>
      </div>
      <SearchForm
        key={q}
        label={text.searchLabel}
        placeholder={text.searchHint ?? text.searchLabel}
        defaultValue={q}
        onSearch={onSearch}
      />
      {filters}
      <WaitingPosts operation={`${type}.create`} />
      <PagedList
        list={list}
        loading={{ shape: 'cards', columns: 'g2', count: 4, label: text.loading }}
        failed={text.failed}
        none={props.none === undefined ? invitation : props.none}
      >
        {props.items.length > 0 && <Cards {...props} />}
      </PagedList>
      {children}
    </div>
  )
}

/** Shows cards in a grid or below each other, as the member prefers. */
export function Cards<Item>({ items, card, look = 'grid g2' }: Pick<MemberListProps<Item>, 'items' | 'card' | 'look'>) {
  const { defaultView } = usePreferences()
  return <div className={defaultView === 'grid' ? look : 'stack mid wide'}>{items.map(card)}</div>
}
