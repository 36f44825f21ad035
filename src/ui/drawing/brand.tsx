import { createContext, useContext } from 'react'
import { Anchor, type Target } from '../anchor.tsx'

/** Address of the site's own logo; null for the default one. `root.tsx` sets it for all pages; previews replace it. */
export const LogoContext = createContext<string | null>(null)

/** The share, from 0 to 1, of the words that have a voice. `root.tsx` sets it for all pages. */
export const VoicedContext = createContext(0)

/**
 * The site's own logo, or the default one: three step lines on a rounded square with one sharp corner
 * (docs/design.md).
 */
export function LogoMark() {
  const own = useContext(LogoContext)
  if (own)
    return (
      <svg viewBox="0 0 44 44" aria-hidden="true" focusable="false">
        <image href={own} width="44" height="44" />
      </svg>
    )
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

/** Splits the name after half of its words, for two lines beside the logo. */
function inTwoLines(name: string): [string, string] {
  const words = name.split(' ')
  const half = Math.ceil(words.length / 2)
  return [words.slice(0, half).join(' '), words.slice(half).join(' ')]
}

/** The logo and the site's name as a link home. */
export function Brand({ name, ...target }: Target & { name: string }) {
  const [first, second] = inTwoLines(name)
  return (
    <Anchor {...target} className="brand">
      <LogoMark />
      <span>
        {first}
        {second && (
          <>
            <br />
            {second}
          </>
        )}
      </span>
    </Anchor>
  )
}
