import { useLocation } from 'react-router'
import { ButtonLink } from './button.tsx'

type Props = { label: string; pages: { to: string; label: string }[] }

/** The way from one of the pages that belong together to the others. */
export function PagesNav({ label, pages }: Props) {
  const here = useLocation().pathname.replace(/\/$/, '')
  return (
    <nav aria-label={label}>
      <ul className="row gap-2">
        {pages.map(({ to, label }) => (
          <li key={to}>
            <ButtonLink
              to={to}
              variant={to === here ? 'filled' : 'line'}
              aria-current={to === here ? 'page' : undefined}
            >
              {label}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
