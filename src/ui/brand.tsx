import { Link } from 'react-router'

/** The mark: three step lines on a talk corner. */
function Logo() {
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true" focusable="false">
      <path d="M14 0H30A14 14 0 0 1 44 14V30A14 14 0 0 1 30 44H0V14A14 14 0 0 1 14 0Z" fill="var(--ochre)" />
      <g fill="none" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8 12H16L21 17H36" stroke="#FFF8EC" />
        <path d="M8 21H13L21 29H36" stroke="#F6BA2F" />
        <path d="M8 30H10L17 37H30" stroke="#FFF8EC" />
      </g>
    </svg>
  )
}

/** The name breaks after half of its words, so that it stands in two lines beside the mark. */
function inTwoLines(name: string): [string, string] {
  const words = name.split(' ')
  const half = Math.ceil(words.length / 2)
  return [words.slice(0, half).join(' '), words.slice(half).join(' ')]
}

type BrandProps = { name: string } & ({ href: string; to?: never } | { to: string; href?: never })

/** The mark and the site's name, as a link home: `href` on reading pages, `to` where the router runs. */
export function Brand({ name, href, to }: BrandProps) {
  const [first, second] = inTwoLines(name)
  const content = (
    <>
      <Logo />
      <span>
        {first}
        {second && (
          <>
            <br />
            {second}
          </>
        )}
      </span>
    </>
  )
  return to === undefined ? (
    <a className="brand" href={href}>
      {content}
    </a>
  ) : (
    <Link className="brand" to={to}>
      {content}
    </Link>
  )
}
