// This file lists the contents of formatted text. The editor offers them and the server accepts them, so that saving
// loses nothing.

/** HTML elements and their attributes. */
export const richElements: Record<string, readonly string[]> = {
  p: [],
  h2: [],
  h3: [],
  h4: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  ul: [],
  ol: ['start', 'type'],
  li: [],
  blockquote: [],
  a: ['href', 'rel'],
  img: ['src', 'alt', 'loading'],
  br: [],
  hr: [],
}

/** Levels of headings. The title of the page is level 1. */
export const headingLevels = [2, 3, 4] as const
/** Other levels, and the level that each becomes. */
export const otherHeadings: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4' }

export const linkSchemes = ['http', 'https', 'mailto', 'tel']

/** Returns whether a link can have this address: one of the schemes above, or none, as for pages of the site. */
export function isLinkable(address: string): boolean {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  return scheme === undefined ? !address.trim().startsWith('//') : linkSchemes.includes(scheme)
}

/** The kinds of numbers of a list, as in HTML. */
export const listNumbers = ['1', 'a', 'A', 'i', 'I']
/** Separates the cells of a table, which becomes one line for each row. */
export const cellSeparator = ' · '
