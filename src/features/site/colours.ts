import { contrast, lightened } from '#text/contrast.ts'

/** The accent colours that an admin can change. Unchanged ones come from the design. */
export const accents = ['band', 'buttonsLight', 'buttonsDark', 'linksLight', 'linksDark'] as const
export type Accent = (typeof accents)[number]
export type Colours = Record<Accent, string | null>

/** The design's accent colours. A test compares the colours of this file with tokens.css. */
export const defaults: Record<Accent, string> = {
  band: '#a5371a',
  buttonsLight: '#a5371a',
  buttonsDark: '#e0a62b',
  linksLight: '#8f2d12',
  linksDark: '#ffc650',
}

const lightGrounds = ['#fffbf2', '#ffffff', '#f5ecdb']
const darkGrounds = ['#121026', '#1d1a3b', '#272349']
export const textOn = { band: '#fff8ec', buttonsLight: '#fff8ec', buttonsDark: '#1b1936' }

/** Lines on the band are lighter than the band by this share. */
const lineShare = 0.1
/** Contrast that WCAG 2.2 AA requires for text (1.4.3), and for the edges of controls (1.4.11). */
const textNeeds = 4.5
const edgeNeeds = 3

/** `text` means that text on the colour is hard to read, `page` that the colour itself is hard to see on the page. */
export type Weakness = { accent: Accent; where: 'text' | 'page'; ratio: number; needed: number }

/** Returns every accent whose contrast is below WCAG AA, with the place where the contrast is worst. */
export function weaknesses(colours: Partial<Colours>): Weakness[] {
  return accents.flatMap((accent) => {
    const colour = colours[accent]
    if (!colour) return []
    const failedChecks = checksOf(accent, colour).filter(({ ratio, needed }) => ratio < needed)
    const worst = failedChecks.sort((a, b) => a.ratio / a.needed - b.ratio / b.needed)[0]
    return worst ? [{ accent, ...worst }] : []
  })
}

function checksOf(accent: Accent, colour: string): Omit<Weakness, 'accent'>[] {
  const text = (on: string, ink: string) => ({ where: 'text', ratio: contrast(ink, on), needed: textNeeds }) as const
  const onPage = (grounds: string[], needed: number) =>
    grounds.map((ground) => ({ where: 'page', ratio: contrast(colour, ground), needed }) as const)
  switch (accent) {
    case 'band':
      return [text(colour, textOn.band), text(lightened(colour, lineShare), textOn.band)]
    case 'buttonsLight':
      return [text(colour, textOn.buttonsLight), ...onPage(lightGrounds, edgeNeeds)]
    case 'buttonsDark':
      return [text(colour, textOn.buttonsDark), ...onPage(darkGrounds, edgeNeeds)]
    case 'linksLight':
      return onPage(lightGrounds, textNeeds)
    case 'linksDark':
      return onPage(darkGrounds, textNeeds)
  }
}

/**
 * Returns the site's colours as CSS for the head of every page, or null if all are those of the design. Each colour was
 * checked to be six hexadecimal digits, so nothing else can get into the style sheet.
 */
export function cssOf(colours: Colours): { css: string; band: string } | null {
  if (accents.every((accent) => !colours[accent])) return null
  const band = colours.band ?? defaults.band
  const shared = [`--ochre:${band}`, `--ochre-l:${lightened(band, lineShare)}`]
  const inMode = (mode: 'Light' | 'Dark') =>
    [
      `--action:${colours[`buttons${mode}`] ?? defaults[`buttons${mode}`]}`,
      `--link:${colours[`links${mode}`] ?? defaults[`links${mode}`]}`,
    ].join(';')
  const dark = inMode('Dark')
  const css = `@layer tokens{:root{${[...shared, inMode('Light')].join(';')}}@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}:root[data-theme=dark]{${dark}}}`
  return { css, band }
}
