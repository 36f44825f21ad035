import type { PlainLink } from './public-layout.tsx'

export type LanguageLinks = {
  label: string
  /** Each label is in its own language. */
  links: (PlainLink & { lang: string; current: boolean })[]
  /** Where a member changes it, whose preference holds everywhere. */
  preference: PlainLink
}

/** Plain links, which work without script. */
export function LanguageSwitch({ label, links, preference }: LanguageLinks) {
  return (
    <>
      <nav className="languages noprint" aria-label={label} data-session="guest">
        <ul>
          {links.map(({ href, label, lang, current }) => (
            <li key={lang}>
              <a href={href} lang={lang} hrefLang={lang} rel="nofollow" aria-current={current || undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className="languages noprint" data-session="member">
        <a href={preference.href}>{preference.label}</a>
      </p>
    </>
  )
}
