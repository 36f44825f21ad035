import { Icon } from './icon.tsx'
import type { PlainLink } from './public-layout.tsx'
import { SearchForm } from './search-form.tsx'
import { text } from './text.ts'

/** The search in the header of every page: a field where there is room, elsewhere the way to its page. */
export function TopSearch({ search: { href, label } }: { search: PlainLink }) {
  return (
    <>
      <SearchForm
        className="top-find"
        action={href}
        aria-label={text.fromAnywhere}
        label={label}
        placeholder={text.search}
        submit={label}
      />
      <a className="btn line sq top-look" href={href} aria-label={label}>
        <Icon name="search" />
      </a>
    </>
  )
}
