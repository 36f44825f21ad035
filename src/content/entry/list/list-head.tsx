import { ButtonLink } from '#ui/button.tsx'
import { SearchForm } from '#ui/search-form.tsx'

type ListHeadProps = {
  title: string
  /** The path of the form for a new entry, and the label of the button that opens it. */
  form: string
  add: string
  /** The current search, as in the address. */
  q: string
  search: { label: string; placeholder?: string; submit: string }
  onSearch: (q: string) => void
}

/** The head of a list in the dashboard: its title, the button that adds an entry, and the search. */
export function ListHead({ title, form, add, q, search, onSearch }: ListHeadProps) {
  const { label, placeholder = label, submit } = search
  return (
    <>
      <div className="row split">
        <h1>{title}</h1>
        <ButtonLink to={form} icon="plus">
          {add}
        </ButtonLink>
      </div>
      <SearchForm
        key={q}
        label={label}
        placeholder={placeholder}
        submit={submit}
        defaultValue={q}
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(String(new FormData(event.currentTarget).get('q') ?? ''))
        }}
      />
    </>
  )
}
