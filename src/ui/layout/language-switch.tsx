import type { PlainLink } from '../anchor.tsx'
import { classes } from '../field.ts'

export type LanguageSwitch = {
  /** Each label is in its own language. */
  links: (PlainLink & { lang: string; current: boolean })[]
}

/** Links to the other languages, which work without JavaScript and apply to this device. */
export function LanguageLinks({ links, className }: LanguageSwitch & { className?: string }) {
  return (
    <ul className={classes('languages noprint', className)}>
      {links
        .filter(({ current }) => !current)
        .map(({ href, label, lang }) => (
          <li key={lang}>
            <a href={href} lang={lang} hrefLang={lang} rel="nofollow">
              {label}
            </a>
          </li>
        ))}
    </ul>
  )
}
